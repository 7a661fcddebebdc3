package dev.sluice.master.tune;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.RunTuning;
import dev.sluice.model.tune.TunedRun;
import java.util.List;
import java.util.Set;

/** The half of a {@link WorkersTuner} that decides. Confined to its {@link Beside}. */
final class WorkersDesk {
    private final TuningTerms terms;
    private final RunTuning tuning = new RunTuning();

    WorkersDesk(TuningTerms terms) {
        this.terms = terms;
    }

    /**
     * Results of one message.
     *
     * @param worker number of the worker that computed them
     */
    record Returned(int worker, int cycle, List<ResultRun> runs) {
        Returned {
            runs = List.copyOf(runs);
        }
    }

    /**
     * A moment of the run.
     *
     * @param begins whether a cycle has ended and the next one is looked at, which is taken to have as many units
     * @param units of the cycle
     * @param portBytesPerSecond the rate at which the master sends setups; infinite if unknown [bytes/s]
     * @param clockNanos time for which cycles have been open [ns]
     * @param highest the highest number of a worker so far
     */
    record Order(
            RunMoment moment, boolean begins, long units, double portBytesPerSecond, long clockNanos, int highest) {
        private TunedRun run(TuningTerms terms) {
            int cycles = moment.open().cycle() + (begins ? 2 : 1);
            return moment.run(terms.costs(), highest, new RunMoment.Shape(cycles, units, portBytesPerSecond));
        }

        private SimulationStart start() {
            return moment.start(clockNanos);
        }
    }

    void begin(int cycle, long units) {
        tuning.begin(cycle, units);
    }

    void returned(List<Returned> all) {
        all.forEach(each -> tuning.returned(each.worker(), each.cycle(), each.runs()));
    }

    void refused() {
        tuning.refused();
    }

    /** Other workers than the tuner wanted are parked now, because some were lost. */
    void settle(Set<Integer> parked) {
        tuning.settle(parked);
    }

    /** The present cycle is no whole one. */
    void disturbed() {
        tuning.disturbed();
    }

    /** The latest change acts from this moment on. */
    void applied(Order order) {
        try {
            tuning.applied(order.run(terms), order.start(), order.begins());
        } catch (RuntimeException defect) {
            tuning.disturbed(); // the next look says why
        }
    }

    /**
     * Looks at the run.
     *
     * @param most units of a cycle that are simulated
     * @param proposes whether to look for another number of workers
     */
    TuningAnswer look(Order order, long most, boolean proposes) {
        return TuningAnswer.of(
                terms.beside(), tuning, () -> tuning.isTimed() ? changes(order, most, proposes) : List.of());
    }

    private List<Adjustment> changes(Order order, long most, boolean proposes) {
        TunedRun run = order.run(terms);
        return proposes
                ? tuning.decide(run, order.start(), order.begins(), most)
                : tuning.watch(run, order.start(), order.begins(), most);
    }
}
