package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Presence;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Real runs of DOT over the wide area of {@code wan16}, on one level and below a sub-master at the far side. Sizes and
 * the work are a tenth of the simulated experiment's. Confined to the thread of the experiment.
 */
final class LevelsInLab {
    private static final String VIEW = "wan16.yaml";
    private static final String MASTER = "ms";
    private static final int FEW = 4;
    private static final int MANY = 8;
    private static final long BYTES = 2_000_000;
    private static final int UNITS = 128;
    private static final double UNIT_SECONDS = 0.2;
    private static final int CYCLES = 2;
    private static final int QUICK_CYCLES = 1;

    /** All workers have joined after this time; a second try has twice as long [s]. */
    private static final double JOIN_SECONDS = 25;

    private static final double WARM_UNIT_SECONDS = 0.05;
    private static final int MOST_TRIES = 2;
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT.withResults(ResultsKind.ACCUMULATED);

    private final Programs programs;
    private final Path file;
    private final NetworkView view;
    private final int cycles;
    private double others;

    /**
     * The cycles of a replay. Each worker receives a setup and returns one accumulated result of the same size.
     *
     * @param units times and numbers of units
     * @param bytes of a setup, and of a worker's result
     */
    private record BothWays(Replay units, long bytes) implements Workload {
        @Override
        public int cycles() {
            return units.cycles();
        }

        @Override
        public long units(int cycle) {
            return units.units(cycle);
        }

        @Override
        public long setupBytes(int cycle) {
            return bytes;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            return units.computeNanos(cycle, unit);
        }

        @Override
        public long inputBytes(int cycle, long unit) {
            return units.inputBytes(cycle, unit);
        }

        @Override
        public long resultBytes(int cycle, long unit) {
            return bytes;
        }

        @Override
        public long acceptNanos(int cycle, long unit) {
            return units.acceptNanos(cycle, unit);
        }
    }

    /** The mean time of a cycle [s]. */
    private record Timed(double measured, double simulated) {}

    /** @param cycles measured cycles of each run */
    private LevelsInLab(Programs programs, int cycles) throws IOException {
        this.programs = programs;
        this.file = programs.lab().resolve(VIEW);
        this.view = ViewFile.read(file).view();
        this.cycles = cycles;
    }

    /** Adds table and claims. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LevelsInLab lab = new LevelsInLab(programs, run.size(CYCLES, QUICK_CYCLES));
        Timed fewOne = lab.times(FEW, false);
        Timed fewTwo = lab.times(FEW, true);
        Timed manyOne = lab.times(MANY, false);
        Timed manyTwo = lab.times(MANY, true);
        run.figure("measured-four-one", fewOne.measured, "s");
        run.figure("measured-four-two", fewTwo.measured, "s");
        run.figure("measured-eight-one", manyOne.measured, "s");
        run.figure("measured-eight-two", manyTwo.measured, "s");
        run.claim(
                "measured-wide-rises",
                "measured: DOT over a wide area on one level: more workers are slower",
                manyOne.measured > fewOne.measured,
                "eight hosts take " + Cells.times(manyOne.measured / fewOne.measured)
                        + " of the time of four; simulated " + Cells.times(manyOne.simulated / fewOne.simulated));
        run.claim(
                "measured-wide-two",
                "measured: one sub-master at the far side is faster with the same machines",
                fewTwo.measured < fewOne.measured && manyTwo.measured < manyOne.measured,
                ratios(fewTwo.measured / fewOne.measured, manyTwo.measured / manyOne.measured) + "; simulated "
                        + ratios(fewTwo.simulated / fewOne.simulated, manyTwo.simulated / manyOne.simulated));
        run.claim(
                "measured-wide-more",
                "measured: below a sub-master, more workers help",
                manyTwo.measured < fewTwo.measured,
                "eight hosts take " + Cells.times(manyTwo.measured / fewTwo.measured)
                        + " of the time of four; simulated " + Cells.times(manyTwo.simulated / fewTwo.simulated));
        run.table(
                "Real runs of DOT over a wide area, and the same simulated: seconds of a cycle",
                List.of("hosts", "one level", "simulated", "two levels", "simulated"),
                List.of(row(FEW, fewOne, fewTwo), row(MANY, manyOne, manyTwo)));
        run.text("Other processes used up to " + Math.round(lab.others) + " % of the machine during a run.");
    }

    private static String ratios(double few, double many) {
        return String.format(Locale.ROOT, "%.2f of one level with four hosts, %.2f with eight", few, many);
    }

    private static List<String> row(int hosts, Timed one, Timed two) {
        return List.of(
                Integer.toString(hosts),
                Cells.number(one.measured),
                Cells.number(one.simulated),
                Cells.number(two.measured),
                Cells.number(two.simulated));
    }

    /**
     * Measures and simulates one run. It begins with a warm-up cycle that lasts until all workers have joined.
     *
     * @throws IOException if the run fails, or if the children of the master did not join in time
     */
    private Timed times(int hosts, boolean subMaster) throws Exception {
        List<String> far =
                IntStream.rangeClosed(1, hosts).mapToObj(i -> "f" + i).toList();
        List<String> workers = subMaster ? far.subList(1, hosts) : far;
        List<String> children = subMaster ? List.of(far.get(0) + "=" + String.join("+", workers)) : far;
        for (int tries = 1; ; tries++) {
            Replay replay = replay(workers.size(), tries * JOIN_SECONDS);
            Run run = run(children, workers.size(), replay);
            double counted =
                    run.cycles().stream().skip(1).mapToDouble(Timing::seconds).sum();
            int there = Presence.workers(Files.readString(run.log()), counted);
            if (there >= children.size()) {
                others = Math.max(others, run.otherCpuPercent());
                List<CycleTimes> simulated = SimulatedRuns.of(
                                new BothWays(replay, BYTES), machines(far, subMaster), TERMS)
                        .cycles();
                return new Timed(
                        counted / cycles,
                        simulated.stream()
                                .skip(1)
                                .mapToDouble(each -> each.nanos() * 1e-9 / cycles)
                                .sum());
            }
            if (tries == MOST_TRIES) {
                throw new IOException(run.log() + ": " + there + " of " + children.size()
                        + " children of the master were there when the warm-up ended (expected: all)");
            }
        }
    }

    private Replay replay(int workers, double joinSeconds) {
        UnitCosts costs = new UnitCosts(UNIT_SECONDS, 0, 1, BYTES, BYTES);
        Workload cycle = Workloads.constant(1, UNITS, costs.combined());
        return new Replay(
                Collections.nCopies(cycles, cycle), (long) Math.ceil(workers * joinSeconds / WARM_UNIT_SECONDS));
    }

    private Run run(List<String> children, int slots, Replay replay) throws Exception {
        Path units = Files.createTempFile("sluice-units", ".csv");
        try {
            replay.write(units);
            List<String> arguments = List.of(
                    "--compute=sleep",
                    "--time=trace:" + units,
                    "--cycle-result=" + BYTES + "B",
                    "--input=" + replay.inputBytes(0, 0) + "B",
                    "--setup=" + BYTES + "B");
            List<String> options = List.of("--no-history", "--expect-slots=" + slots);
            String address = view.hosts().get(view.host(MASTER)).address();
            return programs.emulated(new NetworkRoles(file, MASTER, address, children), options, arguments);
        } finally {
            Files.delete(units);
        }
    }

    private Machines machines(List<String> far, boolean subMaster) {
        List<Integer> all = far.stream().map(view::host).toList();
        if (!subMaster) {
            return new Machines(view, view.host(MASTER), indices(all.stream()));
        }
        return new Machines(view, view.host(MASTER), indices(all.stream().skip(1)))
                .withSubMasters(List.of(new Machines.SubMaster(all.get(0), all.subList(1, all.size()))));
    }

    private static int[] indices(Stream<Integer> hosts) {
        return hosts.mapToInt(each -> each).toArray();
    }
}
