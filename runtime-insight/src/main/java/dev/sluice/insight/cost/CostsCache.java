package dev.sluice.insight.cost;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.cli.overheads.OverheadsMeter;
import dev.sluice.json.JsonTree;
import dev.sluice.model.Build;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.LogGp;
import dev.sluice.model.simulate.Interference;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's costs on this machine, measured once for each machine, number of processors, version of Sluice and of
 * Java, and kept in the user's cache.
 */
public final class CostsCache {
    private static final String SCHEMA = "sluice-costs-9";
    private static final JsonFactory FACTORY = new JsonFactory();

    private CostsCache() {}

    /** What was measured, and when. */
    record Kept(RuntimeCosts costs, Instant time) {}

    /** What was measured before. */
    public static Optional<RuntimeCosts> known() {
        return kept().map(Kept::costs);
    }

    /** The same with its time. */
    static Optional<Kept> kept() {
        Path file = UserCache.path("costs").resolve(name());
        try {
            return Files.isReadable(file)
                    ? Optional.of(
                            new Kept(read(file), Files.getLastModifiedTime(file).toInstant()))
                    : Optional.empty();
        } catch (SluiceException | IllegalArgumentException | IOException unusable) {
            return Optional.empty(); // measured again
        }
    }

    /** What was measured before; measures it when nothing was, which takes some 85 s and is said. */
    public static RuntimeCosts here(@Nullable Path workerJar, Consumer<String> news) throws IOException, InterruptedException {
        Optional<RuntimeCosts> known = known();
        if (known.isPresent()) {
            return known.get();
        }
        news.accept("measuring what messages cost on this machine; this is done once, and takes some 85 s");
        OverheadsMeter meter = new OverheadsMeter(new OverheadsMeter.Place(null, null, workerJar), 1);
        List<Measured> messages = meter.messages();
        List<Measured> units = meter.units();
        RuntimeCosts measured = RuntimeCosts.of(meter, messages, units, meter.crowds());
        keep(measured, news);
        return measured;
    }

    /** For those that ask later. */
    public static void keep(RuntimeCosts measured, Consumer<String> news) {
        try {
            write(UserCache.directory("costs"), measured);
        } catch (IOException e) {
            news.accept("what messages cost is not kept: " + e);
        }
    }

    /** This machine and this build, as a file name. */
    private static String name() {
        String name = ThisHost.name() + "-" + Runtime.getRuntime().availableProcessors() + "-" + Build.version()
                + "-java" + Runtime.version();
        return name.replaceAll("[^A-Za-z0-9._-]", "_") + ".json";
    }

    /** What was measured and kept. */
    public static RuntimeCosts read(Path file) {
        JsonTree json = JsonTree.read(file);
        if (!json.at("schema").text().equals(SCHEMA)) {
            throw json.wrong(SCHEMA);
        }
        try {
            return new RuntimeCosts(
                    OverheadsJson.parse(Files.readString(file)),
                    new InterferenceGrowth(json.at("busy").elements().stream()
                            .map(CostsCache::interference)
                            .toList()),
                    new UpkeepGrowth(
                            json.has("earlyUpkeep")
                                    ? json.at("earlyUpkeep").elements().stream()
                                            .map(CostsCache::after)
                                            .toList()
                                    : List.of(),
                            upkeep(json, "workerUpkeepNanos", "masterUpkeepNanos"),
                            upkeep(json, "workerStreamedNanos", "masterStreamedNanos"),
                            upkeep(json, "workerEachSecondNanos", "masterEachSecondNanos")),
                    new LogGp(
                            json.at("overheadSeconds").number(),
                            json.at("overheadPerPeerSeconds").number(),
                            json.at("latencySeconds").number(),
                            json.at("secondsPerByte").number()));
        } catch (IOException | IllegalArgumentException e) {
            throw json.wrong("what 'sluice predict' has measured; " + e.getMessage());
        }
    }

    private static InterferenceGrowth.At interference(JsonTree json) {
        return new InterferenceGrowth.At(
                json.at("slotsPerProcessor").number(),
                new Interference(
                        json.at("masterNanos").number(),
                        json.at("workerNanos").number(),
                        json.at("slotNanos").number(),
                        json.at("applicationNanos").number(),
                        json.at("unitSeconds").number()));
    }

    private static UpkeepGrowth.After after(JsonTree json) {
        return new UpkeepGrowth.After(json.at("messages").whole(), upkeep(json, "workerNanos", "masterNanos"));
    }

    private static Upkeep upkeep(JsonTree json, String worker, String master) {
        return new Upkeep(
                (long) json.at(worker).number(), (long) json.at(master).number());
    }

    private static void write(Path directory, RuntimeCosts costs) throws IOException {
        Path part = Files.createTempFile(directory, "costs-", ".part");
        try (JsonGenerator json = FACTORY.createGenerator(Files.newBufferedWriter(part))) {
            json.writeStartObject();
            json.writeStringField("schema", SCHEMA);
            writeFields(json, costs);
            json.writeEndObject();
        }
        Files.move(
                part, directory.resolve(name()), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public static void writeFields(JsonGenerator json, RuntimeCosts costs) throws IOException {
        for (var each : OverheadsJson.values(costs.overheads()).entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeArrayFieldStart("busy");
        for (InterferenceGrowth.At at : costs.interference().at()) {
            Interference interference = at.interference();
            json.writeStartObject();
            json.writeNumberField("slotsPerProcessor", at.perProcessor());
            json.writeNumberField("masterNanos", interference.masterNanos());
            json.writeNumberField("workerNanos", interference.workerNanos());
            json.writeNumberField("slotNanos", interference.slotNanos());
            json.writeNumberField("applicationNanos", interference.applicationNanos());
            json.writeNumberField("unitSeconds", interference.unitSeconds());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("workerUpkeepNanos", costs.upkeep().full().workerNanos());
        json.writeNumberField("masterUpkeepNanos", costs.upkeep().full().masterNanos());
        json.writeNumberField("workerStreamedNanos", costs.upkeep().streamed().workerNanos());
        json.writeNumberField("masterStreamedNanos", costs.upkeep().streamed().masterNanos());
        json.writeNumberField(
                "workerEachSecondNanos", costs.upkeep().eachSecond().workerNanos());
        json.writeNumberField(
                "masterEachSecondNanos", costs.upkeep().eachSecond().masterNanos());
        json.writeArrayFieldStart("earlyUpkeep");
        for (UpkeepGrowth.After after : costs.upkeep().early()) {
            json.writeStartObject();
            json.writeNumberField("messages", after.messages());
            json.writeNumberField("workerNanos", after.taken().workerNanos());
            json.writeNumberField("masterNanos", after.taken().masterNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("overheadSeconds", costs.message().overheadSeconds());
        json.writeNumberField("overheadPerPeerSeconds", costs.message().overheadPerPeerSeconds());
        json.writeNumberField("latencySeconds", costs.message().latencySeconds());
        json.writeNumberField("secondsPerByte", costs.message().secondsPerByte());
    }
}
