package dev.sluice.master.record;

import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.net.session.Loop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Records failures with the last lines of their workers' logs, in the order of the failures. Another thread reads the
 * logs. Confined to the master loop.
 */
public final class FailureRecords {
    /** A failure whose log is being read. */
    private static final class Waiting {
        private final Failure failure;
        private final long pid;
        private @Nullable List<String> lines;

        private Waiting(Failure failure, long pid) {
            this.failure = failure;
            this.pid = pid;
        }
    }

    private final RunRecorder recorder;
    private final Loop loop;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private WorkerLogs logs = WorkerLogs.NONE;
    private @Nullable Executor reader;
    private int added;

    public FailureRecords(RunRecorder recorder, Loop loop) {
        this.recorder = recorder;
        this.loop = loop;
    }

    /** Sets where the logs are, before the first failure; {@code executor} reads them while the run is running. */
    public void logs(WorkerLogs all, Executor executor) {
        logs = all;
        reader = executor;
    }

    /** @param pid process of the worker; 0 if its log is not known */
    public void add(Failure failure, long pid) {
        if (added == RunRecorder.MOST_FAILURES) {
            return;
        }
        added++;
        Waiting one = new Waiting(failure, pid);
        waiting.add(one);
        Executor reading = reader;
        if (reading == null || pid == 0) {
            one.lines = List.of();
            record();
        } else {
            reading.execute(() -> read(one));
        }
    }

    /** Reads a log, on the reader's thread. */
    private void read(Waiting one) {
        List<String> lines = logs.lastLines(one.failure.host(), one.pid);
        try {
            loop.execute(() -> {
                one.lines = lines;
                record();
            });
        } catch (RejectedExecutionException over) {
            // the end of the run has recorded it
        }
    }

    /** Records the failures whose logs are read, up to the first that waits. */
    private void record() {
        for (Waiting next = waiting.peek(); next != null && next.lines != null; next = waiting.peek()) {
            recorder.failed(next.failure.logged(next.lines));
            waiting.remove();
        }
    }

    /** Records the failures that are left, at the end of the run; reads their logs itself. */
    public void end() {
        for (Waiting left : waiting) {
            left.lines = left.lines == null ? logs.lastLines(left.failure.host(), left.pid) : left.lines;
        }
        record();
    }
}
