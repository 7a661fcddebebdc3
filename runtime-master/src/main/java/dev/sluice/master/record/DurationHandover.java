package dev.sluice.master.record;

import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/** Durations that one thread measures, which never waits, and the loop takes now and then. */
public final class DurationHandover {
    /** Made with the first duration, by the thread that measures. */
    private volatile @Nullable SingleWriterRecorder recorder;

    /** Adds so many durations of {@code nanos} each. On the thread that measures. */
    public void add(long number, long nanos) {
        SingleWriterRecorder mine = recorder;
        if (mine == null) {
            mine = new SingleWriterRecorder(Durations.DIGITS);
            recorder = mine;
        }
        mine.recordValueWithCount(Durations.within(nanos), number);
    }

    /** Moves what was measured since the last call. On the loop. */
    public void takeTo(Durations to) {
        SingleWriterRecorder theirs = recorder;
        if (theirs != null) {
            to.add(theirs.getIntervalHistogram());
        }
    }
}
