package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.TestNetwork;
import dev.sluice.benchmarks.papers.MateRun.Contender;
import dev.sluice.benchmarks.tuning.MateExperiment;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import dev.sluice.benchmarks.tuning.MateExperiment.Scale;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Real runs of MATE's experiment in {@code mate-light}. The runs of a load start one after the other, and then take
 * place at the same time, each in a network of its own, so that what else the machine does meets all of them. The
 * networks stay for the second load. Confined to the thread of the experiment.
 */
final class WorkersInLab {
    /** Setups above 256 KiB, so that the tuner sees the rate of the port; few units, so that a look costs little. */
    private static final Scale LIGHT = new Scale("-light", 228, 300_000, 5.4, SimulatedRuns.OVERHEADS);

    private static final int[] FIXED = {4, 6, 8, 10, 19};
    private static final int[] FEW_FIXED = {4, 9, 19};
    private static final int VARIABLE_CYCLES = 52;
    private static final int ASCENDING_CYCLES = 38;

    /** Half of a load file shows the first changes. */
    private static final int QUICK = 2;

    /** A warm-up lasts at least this long, and longer by the time that the workers of later runs take to start [s]. */
    private static final double JOIN_SECONDS = 20;

    private static final double WORKER_START_SECONDS = 1.3;

    private static final int MOST_TRIES = 2;
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final long LOOK_MILLIS = 100;

    private final Programs programs;
    private final List<Contender> contenders;
    private final Map<Contender, TestNetwork> networks = new LinkedHashMap<>();
    private double others;

    private WorkersInLab(Programs programs, int[] fixed) {
        this.programs = programs;
        this.contenders = new ArrayList<>();
        for (int workers : fixed) {
            contenders.add(new Contender(workers, false));
        }
        contenders.add(new Contender(fixed[fixed.length - 1], true));
    }

    /** Adds claims, tables and pictures. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        int part = run.quick() ? QUICK : 1;
        WorkersInLab lab = new WorkersInLab(programs, run.quick() ? FEW_FIXED : FIXED);
        try {
            lab.build();
            lab.measure(run, MateExperiment.of(run.lab(), LIGHT, "variable", VARIABLE_CYCLES / part), 0.053);
            lab.measure(run, MateExperiment.of(run.lab(), LIGHT, "ascending", ASCENDING_CYCLES / part), 0.060);
        } finally {
            lab.close();
        }
        run.text("Other processes used up to " + Math.round(lab.others)
                + " % of the machine during the runs of a load.");
    }

    private void build() throws IOException {
        for (Contender each : contenders) {
            networks.put(each, programs.network(LIGHT.view(programs.lab()), each.name()));
        }
    }

    private void close() throws Exception {
        for (TestNetwork each : networks.values()) {
            each.close();
        }
    }

    private void measure(ExperimentRun run, MateExperiment experiment, double paper) throws Exception {
        Map<Contender, Outcome> measured = measured(experiment);
        Map<Contender, Outcome> simulated = new LinkedHashMap<>();
        for (Contender each : contenders) {
            simulated.put(each, each.tuned() ? experiment.tuned() : experiment.fixed(each.workers()));
        }
        new WorkersMeasured(experiment, measured, simulated).tell(run, paper);
    }

    /** The runs of a load; again with twice the time if a worker had not joined. */
    private Map<Contender, Outcome> measured(MateExperiment experiment) throws Exception {
        for (int tries = 1; ; tries++) {
            double othersBefore = MachineLoad.othersCpuSeconds();
            long beganNanos = System.nanoTime();
            Map<Contender, Outcome> outcomes = once(experiment, tries);
            Duration wall = Duration.ofNanos(System.nanoTime() - beganNanos);
            if (outcomes.size() == contenders.size()) {
                double cpuSeconds = MachineLoad.othersCpuSeconds() - othersBefore;
                others = Math.max(others, MachineLoad.percentOfMachine(cpuSeconds, wall));
                return outcomes;
            }
            if (tries == MOST_TRIES) {
                throw new IOException("workers joined after the warm-up in " + (contenders.size() - outcomes.size())
                        + " of " + contenders.size() + " runs (expected: none); the machine is too busy");
            }
        }
    }

    /** Returns the outcomes of the runs whose workers were all there in time. Runs with many workers start first. */
    private Map<Contender, Outcome> once(MateExperiment experiment, double patience) throws Exception {
        Path loadFile = experiment.scale().load(programs.lab(), experiment.name());
        List<MateRun> runs = new ArrayList<>();
        try {
            int later = contenders.stream().mapToInt(Contender::workers).sum();
            for (int i = contenders.size() - 1; i >= 0; i--) {
                Contender each = contenders.get(i);
                later -= each.workers();
                double seconds = patience * (JOIN_SECONDS + WORKER_START_SECONDS * later);
                MateRun run = MateRun.start(programs, experiment, each, network(each), seconds);
                runs.add(run);
                follow(runs, loadFile, run::hasStarted);
            }
            follow(runs, loadFile, () -> runs.stream().noneMatch(MateRun::isAlive));
            Map<Contender, Outcome> outcomes = new LinkedHashMap<>();
            for (int i = runs.size() - 1; i >= 0; i--) {
                Outcome outcome = runs.get(i).read(programs.logs());
                if (outcome != null) {
                    outcomes.put(runs.get(i).contender(), outcome);
                }
            }
            return outcomes;
        } finally {
            for (MateRun each : runs) {
                each.close();
            }
        }
    }

    private TestNetwork network(Contender of) {
        TestNetwork network = networks.get(of);
        if (network == null) {
            throw new IllegalStateException("no network for " + of + " (expected: one for each contender)");
        }
        return network;
    }

    /** Begins the loads of runs whose warm-up ends, until a condition holds. */
    private static void follow(List<MateRun> runs, Path loadFile, Callable<Boolean> until) throws Exception {
        long endNanos = System.nanoTime() + LONGEST.toNanos();
        while (!until.call()) {
            for (MateRun each : runs) {
                each.follow(loadFile);
            }
            if (System.nanoTime() > endNanos) {
                throw new IOException("runs did not end within " + LONGEST + " (expected: a few minutes)");
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }
}
