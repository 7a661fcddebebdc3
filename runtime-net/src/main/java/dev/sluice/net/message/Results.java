package dev.sluice.net.message;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.payload.Payload;
import java.util.List;

/**
 * Worker to master: results of units, or the report of their completion.
 *
 * @param sequence counts Results and UnitFailed of this session from 1
 * @param assignSequence the newest {@link Assign} that had arrived, 0 before the first
 * @param assignHeldNanos how long before this was sent it had arrived [ns]
 * @param runs the units, in the order of {@code results}
 * @param form the form of {@code results}
 * @param offer of the {@link Offer} that was granted, 0 if there was none
 * @param ages when and where the runs were computed
 * @param results the encoded results, each after its length as a varint
 */
public record Results(
        int cycle,
        long sequence,
        long assignSequence,
        long assignHeldNanos,
        Form form,
        List<ResultRun> runs,
        long offer,
        RunAges ages,
        Payload results)
        implements Message {
    /** The form of the bulk. */
    public enum Form {
        /** One result for each unit, in the order of the runs. */
        EACH,
        /** Nothing: the units are computed, and the worker keeps their results until a {@link Collect}. */
        COMPLETED,
        /** One value into which the results of all the units were accumulated. */
        ACCUMULATED
    }

    public Results {
        Checks.notNegative("cycle", cycle);
        Checks.positive("sequence", sequence);
        Checks.notNegative("assignSequence", assignSequence);
        Checks.notNegative("assignHeldNanos", assignHeldNanos);
        Checks.notNegative("offer", offer);
        runs = List.copyOf(runs);
        if (!ages.micros().isEmpty() && ages.micros().size() != runs.size()) {
            throw new IllegalArgumentException(
                    "results: " + ages.micros().size() + " ages (expected: none, or one for each run)");
        }
        if (form == Form.COMPLETED && results.size() > 0) {
            throw new IllegalArgumentException("results: " + results.size() + " bytes of kept ones (expected: none)");
        }
    }

    /** A message without units. */
    public static Results none(int cycle, long sequence) {
        return new Results(cycle, sequence, 0, 0, Form.COMPLETED, List.of(), 0, RunAges.UNKNOWN, Payload.empty());
    }

    /** The same message without the names of its units. */
    public Results withoutRuns() {
        return new Results(
                cycle, sequence, assignSequence, assignHeldNanos, form, List.of(), offer, RunAges.UNKNOWN, results);
    }

    @Override
    public Payload payload() {
        return results;
    }
}
