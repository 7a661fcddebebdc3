package dev.sluice.master.submaster;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Folded values from below that wait for the others of their cycle: one goes up for all of them. They stay here until
 * they are merged, and are safe below when the one is safe above. Confined to the loop.
 */
final class AccumulatedValues {
    /** What merges values: as {@link MergeProcess#merge}. */
    @FunctionalInterface
    public interface Merger {
        void merge(List<Payload> values, Consumer<Optional<Payload>> merged);
    }

    /** Where values go on to. */
    @FunctionalInterface
    interface Next {
        void take(int cycle, ForwardedResults value, Runnable safe);
    }

    private record Held(ForwardedResults value, Runnable safe) {}

    private final Merger merger;
    private final Next next;
    private List<Held> waiting = new ArrayList<>();
    private List<Held> merging = List.of();
    private int cycle = -1;

    AccumulatedValues(Merger merger, Next next) {
        this.merger = merger;
        this.next = next;
    }

    /** Takes a value over; {@code safe} is told when the master above has it, or does not want it. */
    void add(int ofCycle, ForwardedResults value, Runnable safe) {
        cycle = ofCycle;
        waiting.add(new Held(value, safe));
    }

    /** Units whose values are here, as a registration names them. */
    List<ResultRun> runs() {
        List<ResultRun> runs = new ArrayList<>();
        waiting.forEach(each -> runs.addAll(each.value().runs()));
        merging.forEach(each -> runs.addAll(each.value().runs()));
        return runs;
    }

    boolean isEmpty() {
        return waiting.isEmpty() && merging.isEmpty();
    }

    /** No more are expected: those that are here go up as one. */
    void complete() {
        if (waiting.isEmpty() || !merging.isEmpty()) {
            return; // nothing to do, or asked again when the last are merged
        }
        List<Held> all = waiting;
        waiting = new ArrayList<>();
        if (all.size() == 1) {
            next.take(cycle, all.get(0).value(), all.get(0).safe());
            return;
        }
        merging = all;
        merger.merge(all.stream().map(each -> each.value().bytes()).toList(), value -> merged(all, value));
    }

    private void merged(List<Held> all, Optional<Payload> value) {
        if (merging != all) { // dropped meanwhile
            release(all);
            value.ifPresent(Payload::release);
            return;
        }
        merging = List.of();
        if (value.isPresent()) {
            release(all);
            next.take(
                    cycle,
                    named(all, value.get()),
                    () -> all.forEach(each -> each.safe().run()));
        } else {
            all.forEach(each -> next.take(cycle, each.value(), each.safe()));
        }
        complete();
    }

    private static ForwardedResults named(List<Held> all, Payload value) {
        List<ResultRun> runs = new ArrayList<>();
        UnitRanges whose = new UnitRanges();
        for (Held each : all) {
            runs.addAll(each.value().runs());
            whose.addAll(each.value().whose());
        }
        return new ForwardedResults(joined(runs), value, whose);
    }

    /** Neighbours of one attempt run as one: the header of a message has room for so many. */
    private static List<ResultRun> joined(List<ResultRun> runs) {
        List<ResultRun> sorted = new ArrayList<>(runs);
        sorted.sort(Comparator.comparingLong(ResultRun::firstUnit));
        List<ResultRun> joined = new ArrayList<>();
        for (ResultRun run : sorted) {
            int last = joined.size() - 1;
            if (last >= 0 && joined.get(last).isContinuedBy(run)) {
                joined.set(last, joined.get(last).with(run));
            } else {
                joined.add(run);
            }
        }
        return joined;
    }

    /** The cycle is over: nobody wants what is here. */
    void drop() {
        List<Held> unwanted = waiting;
        List<Held> busy = merging;
        close();
        unwanted.forEach(each -> each.safe().run());
        busy.forEach(each -> each.safe().run());
    }

    /** Nothing leaves any more, and nothing is said to be safe. What is being merged is released then. */
    void close() {
        release(waiting);
        waiting = new ArrayList<>();
        merging = List.of();
    }

    private static void release(List<Held> held) {
        held.forEach(each -> each.value().bytes().release());
    }
}
