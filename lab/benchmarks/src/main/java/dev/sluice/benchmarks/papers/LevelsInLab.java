package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.papers.LabRuns.Manner;
import dev.sluice.benchmarks.papers.LabRuns.Timed;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Real runs of DOT over the wide area of {@code wan16}, on one level and below a sub-master at the far side. Sizes and
 * the work are a tenth of the simulated experiment's.
 */
final class LevelsInLab {
    private static final String MASTER = "ms";
    private static final int FEW = 4;
    private static final int MANY = 8;
    private static final long BYTES = 2_000_000;
    private static final int UNITS = 128;
    private static final double UNIT_SECONDS = 0.2;
    private static final int CYCLES = 2;
    private static final int QUICK_CYCLES = 1;

    /** All workers have joined after this time [s]. */
    private static final double JOIN_SECONDS = 25;

    private static final Workload CYCLE =
            Workloads.constant(1, UNITS, new UnitCosts(UNIT_SECONDS, 0, 1, BYTES, BYTES).combined());
    private static final SimulationTerms TERMS = SimulationTerms.DEFAULT.withResults(ResultsKind.ACCUMULATED);

    private final LabRuns lab;
    private final int cycles;

    /** @param cycles measured cycles of each run */
    private LevelsInLab(LabRuns lab, int cycles) {
        this.lab = lab;
        this.cycles = cycles;
    }

    /** Adds table and claims. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        LabRuns lab = new LabRuns(programs, "wan16.yaml", JOIN_SECONDS);
        LevelsInLab levels = new LevelsInLab(lab, run.size(CYCLES, QUICK_CYCLES));
        Timed fewOne = levels.time(FEW, false);
        Timed fewTwo = levels.time(FEW, true);
        Timed manyOne = levels.time(MANY, false);
        Timed manyTwo = levels.time(MANY, true);
        run.figure("measured-four-one", fewOne.measured(), "s");
        run.figure("measured-four-two", fewTwo.measured(), "s");
        run.figure("measured-eight-one", manyOne.measured(), "s");
        run.figure("measured-eight-two", manyTwo.measured(), "s");
        run.claim(
                "measured-wide-rises",
                "measured: DOT over a wide area on one level: more workers are slower",
                manyOne.measured() > fewOne.measured(),
                "eight hosts take " + Cells.times(manyOne.measured() / fewOne.measured())
                        + " of the time of four; simulated " + Cells.times(manyOne.simulated() / fewOne.simulated()));
        run.claim(
                "measured-wide-two",
                "measured: one sub-master at the far side is faster with the same machines",
                fewTwo.measured() < fewOne.measured() && manyTwo.measured() < manyOne.measured(),
                ratios(fewTwo.measured() / fewOne.measured(), manyTwo.measured() / manyOne.measured()) + "; simulated "
                        + ratios(fewTwo.simulated() / fewOne.simulated(), manyTwo.simulated() / manyOne.simulated()));
        run.claim(
                "measured-wide-more",
                "measured: below a sub-master, more workers help",
                manyTwo.measured() < fewTwo.measured(),
                "eight hosts take " + Cells.times(manyTwo.measured() / fewTwo.measured())
                        + " of the time of four; simulated " + Cells.times(manyTwo.simulated() / fewTwo.simulated()));
        run.table(
                "Real runs of DOT over a wide area, and the same simulated: seconds of a cycle",
                List.of("hosts", "one level", "simulated", "two levels", "simulated"),
                List.of(row(FEW, fewOne, fewTwo), row(MANY, manyOne, manyTwo)));
        run.text(lab.disturbance());
    }

    private static String ratios(double few, double many) {
        return String.format(Locale.ROOT, "%.2f of one level with four hosts, %.2f with eight", few, many);
    }

    private static List<String> row(int hosts, Timed one, Timed two) {
        return List.of(
                Integer.toString(hosts),
                Cells.number(one.measured()),
                Cells.number(one.simulated()),
                Cells.number(two.measured()),
                Cells.number(two.simulated()));
    }

    /** The mean time of a cycle; with a sub-master the first host has it. */
    private Timed time(int hosts, boolean subMaster) throws Exception {
        List<String> far =
                IntStream.rangeClosed(1, hosts).mapToObj(i -> "f" + i).toList();
        List<String> children = subMaster ? List.of(far.get(0) + "=" + String.join("+", far.subList(1, hosts))) : far;
        return lab.mean(Manner.of(MASTER, children, TERMS), CYCLE, cycles);
    }
}
