package dev.sluice.master.tune;

import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.RunTuning;
import dev.sluice.model.tune.TunedRun;
import dev.sluice.model.tune.TunedStep;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The half of a tuner that decides. Confined to its {@link Beside}. */
final class TunerDesk {
    private final TuningTerms terms;
    private final RunTuning tuning;

    /** @param start how units are handed out at first */
    TunerDesk(TuningTerms terms, Handout start) {
        this.terms = terms;
        Set<Knob> fixed = EnumSet.of(Knob.WORKERS);
        if (terms.typed() != null) {
            fixed.add(Knob.WEIGHTS);
        }
        this.tuning = new RunTuning(start, fixed, terms.typed());
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

    /**
     * The decision of a look.
     *
     * @param changes in their order; empty for none
     * @param steps all changes so far with their outcomes, these included
     * @param againNanos time after the look at which the next one is due; negative for the next checkpoint [ns]
     * @param cpuNanos processor time of the look [ns]
     * @param allNanos processor time of the tuner so far, that of measurements included [ns]
     * @param isHome whether nothing will change any more
     * @param defect why the model failed; empty if it did not
     */
    record Answer(
            List<Adjustment> changes,
            List<TunedStep> steps,
            long againNanos,
            long cpuNanos,
            long allNanos,
            boolean isHome,
            String defect) {}

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
            return againNanos();
        } catch (RuntimeException defect) {
            return -1; // the next look says why
        }
    }

    private long againNanos() {
        double again = tuning.trialSeconds();
        return again < 0 ? -1 : Math.round(again * 1e9);
    }

    /** Looks at the run. A defect of the model ends the tuning, and not the run. */
    Answer look(Order order) {
        long from = terms.beside().cpuNanos();
        try {
            List<Adjustment> changes = tuning.isTimed() ? changes(order) : List.of();
            long all = terms.beside().cpuNanos();
            return new Answer(changes, tuning.steps(), againNanos(), all - from, all, tuning.isHome(), "");
        } catch (RuntimeException | StackOverflowError defect) {
            return new Answer(List.of(), List.of(), -1, 0, terms.beside().cpuNanos(), true, String.valueOf(defect));
        }
    }

    private List<Adjustment> changes(Order order) {
        TunedRun run = order.moment().run(terms.costs(), order.highest());
        return order.proposes()
                ? tuning.decide(run, order.moment().start(order.clockNanos()), false, order.most())
                : tuning.watch(run, order.moment().start(order.clockNanos()), false, order.most());
    }
}
