package dev.sluice.master.submaster;

import dev.sluice.model.delivery.BranchBatching;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.net.message.Results;
import dev.sluice.net.parent.Outgoing;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Results from below that go up in one message, as {@link BranchBatching} decides. One accumulated value goes alone, at
 * once. Confined to the loop.
 */
final class UpwardBatch {
    private final Loop loop;
    private final IntSupplier onTheWay;
    private final Consumer<Outgoing> ready;
    private List<ResultRun> runs = new ArrayList<>();
    private List<Payload> parts = new ArrayList<>();
    private List<Runnable> whenSafe = new ArrayList<>();
    private final BranchBatching batching = new BranchBatching();
    private Results.Form form = Results.Form.EACH;
    private int cycle;
    private @Nullable Cancellable timer;

    /**
     * @param onTheWay number of messages that are sent and not acknowledged
     * @param ready takes over a message that is to leave
     */
    UpwardBatch(Loop loop, IntSupplier onTheWay, Consumer<Outgoing> ready) {
        this.loop = loop;
        this.onTheWay = onTheWay;
        this.ready = ready;
    }

    /** Takes the results over; {@code safe} is called when the parent master has them or does not want them. */
    void add(int ofCycle, Results.Form ofForm, ForwardedResults results, Runnable safe) {
        long more = results.bytes().size();
        if (ofForm != form || ofForm == Results.Form.ACCUMULATED || batching.leavesBefore(more)) {
            flush();
        }
        form = ofForm;
        cycle = ofCycle;
        runs.addAll(results.runs());
        parts.add(results.bytes());
        whenSafe.add(safe);
        long units = results.runs().stream().mapToLong(ResultRun::units).sum();
        if (batching.add(more, units) || form == Results.Form.ACCUMULATED) {
            flush();
        } else if (timer == null) {
            timer = loop.schedule(SchedulerConfig.BATCHING_NANOS, this::timeOut);
        }
    }

    private void timeOut() {
        if (batching.waitsAgain(onTheWay.getAsInt())) {
            timer = loop.schedule(SchedulerConfig.BATCHING_NANOS, this::timeOut);
        } else {
            flush();
        }
    }

    /** Units that wait here. */
    long units() {
        return batching.units();
    }

    /** Tells whether results wait, and not only their completion. */
    boolean carriesResults() {
        return form != Results.Form.COMPLETED;
    }

    /** Sends the waiting results. */
    void flush() {
        if (!runs.isEmpty()) {
            List<Runnable> tell = whenSafe;
            Outgoing full = new Outgoing.Forwarded(
                    cycle, form, List.copyOf(runs), Payload.concat(parts), () -> tell.forEach(Runnable::run));
            reset();
            ready.accept(full);
        }
        stopTimer();
    }

    /** Drops all results, because the cycle is over. */
    void drop() {
        List<Runnable> tell = whenSafe;
        close();
        tell.forEach(Runnable::run);
    }

    /** Sends nothing from now on. */
    void close() {
        parts.forEach(Payload::release);
        reset();
        stopTimer();
    }

    private void reset() {
        runs = new ArrayList<>();
        parts = new ArrayList<>();
        whenSafe = new ArrayList<>();
        batching.clear();
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
