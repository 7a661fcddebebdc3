package dev.sluice.master.record;

import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.net.session.Loop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Records failures with the last lines of their workers' logs, in the order of the failures. Other threads read each
 * log at once and again a moment later, because the output of a remote worker may come later than its failure. Confined
 * to the master loop.
 */
public final class FailureRecords {
    /** Lines before a failure that are worth more than lines after it. */
    private static final int LEAST_BEFORE = 10;

    /** A failure whose log is being read. */
    private static final class Waiting {
        private final Failure failure;
        private final long pid;
        /** Lines read at once; written by the reader. */
        private volatile List<String> early = List.of();

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
    private @Nullable Executor laterReader;
    private int added;

    public FailureRecords(RunRecorder recorder, Loop loop) {
        this.recorder = recorder;
        this.loop = loop;
    }

    /**
     * Sets where the logs are, before the first failure.
     *
     * @param now reads a log while the run is running
     * @param later reads it again a moment later
     */
    public void logs(WorkerLogs all, Executor now, Executor later) {
        logs = all;
        reader = now;
        laterReader = later;
    }

    /** @param pid process of the worker; 0 if its log is not known */
    public void add(Failure failure, long pid) {
        if (added == RunRecorder.MOST_FAILURES) {
            return;
        }
        added++;
        Waiting one = new Waiting(failure, pid);
        waiting.add(one);
        Executor now = reader;
        Executor later = laterReader;
        if (now == null || later == null || pid == 0) {
            one.lines = List.of();
            record();
            return;
        }
        now.execute(() -> {
            one.early = lastLines(one);
            later.execute(() -> readAgain(one));
        });
    }

    private List<String> lastLines(Waiting one) {
        return logs.lastLines(one.failure.host(), one.pid);
    }

    /** Takes later lines if they do not lack those before the failure. */
    private List<String> best(Waiting one) {
        List<String> early = one.early;
        List<String> late = lastLines(one);
        int before = early.isEmpty() ? 0 : late.lastIndexOf(early.get(early.size() - 1)) + 1;
        return before >= Math.min(LEAST_BEFORE, early.size()) ? late : early;
    }

    private void readAgain(Waiting one) {
        List<String> lines = best(one);
        loop.post(
                () -> { // the end of the run records it otherwise
                    one.lines = lines;
                    record();
                });
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
            left.lines = left.lines == null ? best(left) : left.lines;
        }
        record();
    }
}
