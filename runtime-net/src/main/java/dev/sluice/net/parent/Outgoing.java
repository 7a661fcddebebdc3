package dev.sluice.net.parent;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.util.List;

/** A message about units that the master must acknowledge, stored until then. */
public sealed interface Outgoing {
    int cycle();

    /** Its size in the result window [bytes]. */
    long bytes();

    /** Its units, in the form of a registration. */
    List<ResultRun> runs();

    /** When and where its units were computed. */
    default RunEnds ends() {
        return RunEnds.UNKNOWN;
    }

    /** Tells whether it contains the results of its units. */
    default boolean carriesResults() {
        return true;
    }

    /** The master has it safely, or does not want it any more. */
    default void settled() {}

    /** Releases its payload. */
    default void release() {}

    /** Results of units, encoded in the order of {@code runs}, each after its length. Owns {@code results}. */
    record Batch(int cycle, List<ResultRun> runs, RunEnds ends, Payload results) implements Outgoing {
        /** Results of which it is not known when and where they were computed. */
        public Batch(int cycle, List<ResultRun> runs, Payload results) {
            this(cycle, runs, RunEnds.UNKNOWN, results);
        }

        @Override
        public long bytes() {
            return results.size();
        }

        @Override
        public void release() {
            results.release();
        }
    }

    /** Units that are computed and whose results are kept here. */
    record Completion(int cycle, List<ResultRun> runs, RunEnds ends) implements Outgoing {
        /** Units of which it is not known when and where they were computed. */
        public Completion(int cycle, List<ResultRun> runs) {
            this(cycle, runs, RunEnds.UNKNOWN);
        }

        @Override
        public boolean carriesResults() {
            return false;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    /** Results that a slot accumulated into one value, not encoded yet; never sent in this form. */
    record Fold(int cycle, List<ResultRun> runs, RunEnds ends, Object value) implements Outgoing {
        @Override
        public long bytes() {
            return 0;
        }
    }

    /** Results accumulated into one encoded value. Owns {@code value}. */
    record Accumulated(int cycle, List<ResultRun> runs, Payload value) implements Outgoing {
        @Override
        public long bytes() {
            return value.size();
        }

        @Override
        public void release() {
            value.release();
        }
    }

    /** A message that a sub-master passes on unchanged, under the names of its own master. Owns {@code results}. */
    record Forwarded(int cycle, Results.Form form, List<ResultRun> runs, Payload results, Runnable whenSettled)
            implements Outgoing {
        @Override
        public long bytes() {
            return results.size();
        }

        @Override
        public boolean carriesResults() {
            return form != Results.Form.COMPLETED;
        }

        @Override
        public void settled() {
            whenSettled.run();
        }

        @Override
        public void release() {
            results.release();
        }
    }

    /**
     * One unit that failed.
     *
     * @param workers number of workers that tried it
     * @param computeNanos how long it computed [ns]; 0 if that is unknown
     * @param whenAnswered run when the master has dealt with it, or will never; once or more often
     */
    record Failure(
            int cycle,
            HeldUnits unit,
            ErrorCode code,
            String type,
            String message,
            String stack,
            int workers,
            Spent spent,
            Runnable whenAnswered)
            implements Outgoing {
        /** When and where a unit failed, and for how long it computed [ns]. */
        public record Spent(RunEnds ends, long computeNanos) {
            private static final Spent UNKNOWN = new Spent(RunEnds.UNKNOWN, 0);
        }

        /** A failure of which it is not known when and where it happened. */
        public static Failure of(
                int cycle, HeldUnits unit, ErrorCode code, String type, String message, String stack, int workers) {
            return new Failure(cycle, unit, code, type, message, stack, workers, Spent.UNKNOWN, () -> {});
        }

        /** The same failure, at this time of this slot. */
        public Failure on(int slot, long endNanos, long nanos) {
            Spent there = new Spent(new RunEnds(slot, List.of(endNanos)), nanos);
            return new Failure(cycle, unit, code, type, message, stack, workers, there, whenAnswered);
        }

        /** The same failure, after whose answer this task is run. */
        public Failure then(Runnable task) {
            return new Failure(cycle, unit, code, type, message, stack, workers, spent, task);
        }

        @Override
        public void settled() {
            whenAnswered.run();
        }

        @Override
        public long bytes() {
            return (long) type.length() + message.length() + stack.length();
        }

        @Override
        public List<ResultRun> runs() {
            return List.of(ResultRun.of(unit.attempt(), unit.nonce(), unit.firstUnit(), 1, 0, 0));
        }
    }
}
