package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.benchmarks.papers.LabRuns.Timed;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Real runs of strips through the master on the unlike hosts of {@code mixed10}: equal shares, SS, and the shares of a
 * plan on all hosts and on selected ones.
 */
final class JacobiInLab {
    private static final String MASTER = "kingkong";

    private static final int SIDE = 1_000;
    private static final int STRIPS = 64;
    private static final int HALO = 10;

    /** Time of a strip on a host with a whole processor [s]. */
    private static final double STRIP_SECONDS = 0.25;

    private static final double ROW_BYTES = JacobiSite.ELEMENT_BYTES * (SIDE + 2.0);
    private static final double ROWS = (double) SIDE / STRIPS;
    private static final UnitCosts COSTS =
            new UnitCosts(STRIP_SECONDS, 0, (ROWS + 2 * HALO) * ROW_BYTES, ROWS * ROW_BYTES, 0);

    private static final int CYCLES = 3;
    private static final int FEW_CYCLES = 1;
    private static final double FACTOR = 2;

    private JacobiInLab() {}

    /** Adds table and claims. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns lab = new LabRuns(programs, "mixed10.yaml", PlacementInLab.JOIN_SECONDS);
        NetworkView hosts = lab.viewWithout(PlacementInLab.ANOTHER);
        Workload cycle = Workloads.constant(1, STRIPS, COSTS);
        Map<StripSharing, Timed> times = new EnumMap<>(StripSharing.class);
        List<List<String>> rows = new ArrayList<>();
        for (StripSharing way : StripSharing.values()) {
            World machines = way.machines(hosts, hosts.host(MASTER), COSTS, STRIPS);
            Manner manner = Manner.of(MASTER, names(machines), way.terms(machines, COSTS));
            Timed mean = lab.mean(manner, cycle, run.size(CYCLES, FEW_CYCLES));
            times.put(way, mean);
            run.figure("measured-" + way.name().toLowerCase(Locale.ROOT), mean.measured(), "s");
            rows.add(List.of(
                    way.words(),
                    Integer.toString(machines.workers()),
                    Cells.number(mean.measured()),
                    Cells.number(mean.simulated()),
                    Cells.change(mean.error())));
        }
        claims(run, times);
        run.table(
                "Real runs of " + STRIPS + " strips in `mixed10`, and the same simulated: seconds of a cycle of " + HALO
                        + " iterations",
                List.of("shares", "workers", "measured", "simulated", "simulated against measured"),
                rows);
        run.text(lab.disturbance());
    }

    private static List<String> names(World machines) {
        return IntStream.range(0, machines.workers())
                .mapToObj(i -> machines.view().hosts().get(machines.worker(i)).name())
                .toList();
    }

    private static void claims(ExperimentRun run, Map<StripSharing, Timed> times) {
        Timed equal = Objects.requireNonNull(times.get(StripSharing.EQUAL));
        Timed selected = Objects.requireNonNull(times.get(StripSharing.SELECTED));
        double gain = equal.measured() / selected.measured();
        run.claim(
                "measured-planned-shares",
                "measured: planned shares on selected hosts are at least 2 times faster than equal shares",
                gain >= FACTOR,
                String.format(
                        Locale.ROOT, "%.1f times; simulated %.1f", gain, equal.simulated() / selected.simulated()));
        int wrong = ComparedRates.of(times.values()).contradictions();
        run.claim(
                "measured-order",
                "measured: the simulation orders the four ways as real runs do",
                wrong == 0,
                wrong + " pairs the other way round, of those that it tells apart by more than 5 %");
    }
}
