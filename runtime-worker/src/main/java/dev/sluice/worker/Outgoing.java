package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.Payload;
import java.util.List;

/** Something about units that the master must acknowledge, and that is kept until it has. */
sealed interface Outgoing {
    int cycle();

    /** What it counts against the window [bytes]. */
    long bytes();

    /** The units it is about, as a registration names them. */
    List<ResultRun> runs();

    /** Gives its payload back. */
    default void release() {}

    /** Results of units, encoded in the order of {@code runs}, each after its length. Owns {@code results}. */
    record Batch(int cycle, List<ResultRun> runs, Payload results) implements Outgoing {
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
    record Completion(int cycle, List<ResultRun> runs) implements Outgoing {
        @Override
        public long bytes() {
            return 0;
        }
    }

    /** Results folded into one value by a slot, not encoded yet; never leaves like this. */
    record Fold(int cycle, List<ResultRun> runs, Object value) implements Outgoing {
        @Override
        public long bytes() {
            return 0;
        }
    }

    /** Results folded into one encoded value. Owns {@code value}. */
    record Folded(int cycle, List<ResultRun> runs, Payload value) implements Outgoing {
        @Override
        public long bytes() {
            return value.size();
        }

        @Override
        public void release() {
            value.release();
        }
    }

    /** One unit that failed. */
    record Failure(int cycle, HeldUnits unit, ErrorCode code, String type, String message, String stack)
            implements Outgoing {
        @Override
        public long bytes() {
            return (long) type.length() + message.length() + stack.length();
        }

        @Override
        public List<ResultRun> runs() {
            return List.of(new ResultRun(unit.attempt(), unit.nonce(), unit.firstUnit(), 1, 0, 0));
        }
    }
}
