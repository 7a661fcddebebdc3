package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetStatus;
import dev.sluice.json.Json;
import dev.sluice.model.IfKnown;
import dev.sluice.model.RunId;
import dev.sluice.net.message.HostReport;
import dev.sluice.pool.PoolView;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status of a pool as JSON ({@code docs/pool.schema.json}). */
record PoolJson(
        String schema,
        RunId pool,
        Path directory,
        List<Host> hosts,
        List<Run> runs,
        @IfKnown @Nullable FleetStatus fleet) {
    private record Host(
            String name,
            String state,
            int slots,
            int used,
            @IfKnown @Nullable Long memoryBytes,
            @IfKnown double load,
            @IfKnown @Nullable Long freeMemoryBytes,
            List<PoolView.Seat> workers) {
        private static Host of(PoolView.Host host) {
            HostReport weather = host.weather();
            return new Host(
                    host.name(),
                    host.state(),
                    host.slots(),
                    host.used(),
                    host.memoryBytes() > 0 ? host.memoryBytes() : null,
                    weather == null ? Double.NaN : weather.load().queueThousandths() / 1_000.0,
                    weather == null ? null : weather.memory().freeBytes(),
                    host.seats());
        }
    }

    private record Run(
            RunId run,
            boolean connected,
            int slots,
            int weight,
            int priority,
            long done,
            long left,
            @IfKnown @Nullable Integer usefulSlots,
            @IfKnown @Nullable String usefulLimit,
            @IfKnown @Nullable Integer neededSlots) {
        private static Run of(PoolView.Run run) {
            boolean limited = run.needs().usefulSlots() > 0;
            return new Run(
                    run.terms().run(),
                    run.connected(),
                    run.slots(),
                    run.terms().weight(),
                    run.terms().priority(),
                    run.needs().unitsDone(),
                    run.needs().unitsLeft() + run.needs().unitsRunning(),
                    limited ? run.needs().usefulSlots() : null,
                    limited ? run.needs().usefulLimit() : null,
                    run.needs().neededSlots() > 0 ? run.needs().neededSlots() : null);
        }
    }

    /** The answer to a submission. */
    private record Submitted(String run, Path directory) {}

    /** @param fleet null where the pool has none */
    static String status(RunId pool, Path directory, PoolView view, @Nullable FleetStatus fleet) {
        List<Host> hosts = view.hosts().stream().map(Host::of).toList();
        List<Run> runs = view.runs().stream().map(Run::of).toList();
        return Json.of(new PoolJson("sluice-pool-1", pool, directory, hosts, runs, fleet));
    }

    static String submitted(Path directory, String run) {
        return Json.of(new Submitted(run, directory));
    }
}
