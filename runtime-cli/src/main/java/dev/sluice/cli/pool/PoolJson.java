package dev.sluice.cli.pool;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.cli.fleet.FleetStatus;
import dev.sluice.json.Json;
import dev.sluice.model.RunId;
import dev.sluice.net.message.HostReport;
import dev.sluice.pool.PoolView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answers of a pool as JSON ({@code docs/pool.schema.json}). */
final class PoolJson {
    private static final String SCHEMA = "sluice-pool-1";

    private PoolJson() {}

    /** @param fleet null where the pool has none */
    static String status(RunId pool, Path directory, PoolView view, @Nullable FleetStatus fleet) {
        return Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("pool", pool.text());
            json.writeStringField("directory", directory.toString());
            Json.objects(json, "hosts", view.hosts(), host -> {
                json.writeStringField("name", host.name());
                json.writeStringField("state", host.state());
                json.writeNumberField("slots", host.slots());
                json.writeNumberField("used", host.used());
                if (host.memoryBytes() > 0) {
                    json.writeNumberField("memoryBytes", host.memoryBytes());
                }
                HostReport weather = host.weather();
                if (weather != null) {
                    json.writeNumberField("load", weather.load().queueThousandths() / 1_000.0);
                    json.writeNumberField("freeMemoryBytes", weather.memory().freeBytes());
                }
                Json.objects(json, "workers", host.seats(), seat -> {
                    json.writeStringField("run", seat.run().text());
                    json.writeNumberField("slots", seat.slots());
                    json.writeStringField("state", seat.state());
                    json.writeNumberField("pid", seat.pid());
                });
            });
            Json.objects(json, "runs", view.runs(), run -> {
                json.writeStringField("run", run.terms().run().text());
                json.writeBooleanField("connected", run.connected());
                json.writeNumberField("slots", run.slots());
                json.writeNumberField("weight", run.terms().weight());
                json.writeNumberField("priority", run.terms().priority());
                json.writeNumberField("done", run.needs().unitsDone());
                json.writeNumberField(
                        "left", run.needs().unitsLeft() + run.needs().unitsRunning());
                if (run.needs().usefulSlots() > 0) {
                    json.writeNumberField("usefulSlots", run.needs().usefulSlots());
                    json.writeStringField("usefulLimit", run.needs().usefulLimit());
                }
                if (run.needs().neededSlots() > 0) {
                    json.writeNumberField("neededSlots", run.needs().neededSlots());
                }
            });
            if (fleet != null) {
                json.writeObjectFieldStart("fleet");
                write(json, fleet);
                json.writeEndObject();
            }
        });
    }

    private static void write(JsonGenerator json, FleetStatus fleet) throws IOException {
        json.writeStringField("state", fleet.state().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("size", fleet.size());
        json.writeNumberField("wanted", fleet.wanted());
        json.writeNumberField("queued", fleet.queued());
        json.writeNumberField("started", fleet.started());
        json.writeNumberField("leaving", fleet.leaving());
        json.writeNumberField("min", fleet.min());
        json.writeNumberField("max", fleet.max());
        if (!fleet.trouble().isEmpty()) {
            json.writeStringField("trouble", fleet.trouble());
        }
    }

    /** The answer to a submission. */
    static String submitted(Path directory, String run) {
        return Json.object(json -> {
            json.writeStringField("run", run);
            json.writeStringField("directory", directory.toString());
        });
    }
}
