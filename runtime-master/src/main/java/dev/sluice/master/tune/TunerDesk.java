package dev.sluice.master.tune;

import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.RunTuning;
import dev.sluice.model.tune.TunedRun;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The half of a tuner that decides. Confined to its {@link Beside}. */
final class TunerDesk {
    private final TuningTerms terms;
    private final RunTuning tuning;

    /**
     * @param start how units are handed out at first
     * @param kept the promise of its safety rule
     */
    TunerDesk(TuningTerms terms, Handout start, double kept) {
        this.terms = terms;
        Set<Knob> fixed = EnumSet.of(Knob.WORKERS);
        if (terms.typed() != null) {
            fixed.add(Knob.WEIGHTS);
        }
        this.tuning = new RunTuning(start, fixed, terms.typed(), kept);
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
     * A request for a look.
     *
     * @param moment the state of the run
     * @param clockNanos time for which cycles have been open [ns]
     * @param highest the highest number of a worker so far
     * @param most units of a cycle that are simulated
     * @param proposes whether to look for something better
     */
    record Order(RunMoment moment, long clockNanos, int highest, long most, boolean proposes) {}

    void begin(int cycle, long units) {
        tuning.begin(cycle, units);
    }

    void returned(List<Returned> all) {
        all.forEach(each -> tuning.returned(each.worker(), each.cycle(), each.runs()));
    }

    void refused() {
        tuning.refused();
    }

    /** Begins to judge a change that has been made; returns after which time to look at it, as in an answer [ns]. */
    long applied(Order order) {
        try {
            tuning.applied(
                    order.moment().run(terms.costs(), order.highest()),
                    order.moment().start(order.clockNanos()),
                    false);
            return TuningAnswer.againNanos(tuning);
        } catch (RuntimeException defect) {
            return -1; // the next look says why
        }
    }

    /** Looks at the run. */
    TuningAnswer look(Order order) {
        return TuningAnswer.of(terms.beside(), tuning, () -> tuning.isTimed() ? changes(order) : List.of());
    }

    private List<Adjustment> changes(Order order) {
        TunedRun run = order.moment().run(terms.costs(), order.highest());
        return order.proposes()
                ? tuning.decide(run, order.moment().start(order.clockNanos()), false, order.most())
                : tuning.watch(run, order.moment().start(order.clockNanos()), false, order.most());
    }
}
