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
 * Accumulated values from workers below that wait for the other values of their cycle. One value goes up for all of
 * them. They stay here until they are merged, and are acknowledged below when the merged value is acknowledged above.
 * Confined to the loop.
 */
final class AccumulatedValues {
    /** Merges values like {@link MergeProcess#merge}. */
    @FunctionalInterface
    public interface Merger {
        void merge(List<Payload> values, Consumer<Optional<Payload>> merged);
    }

    /** Receives the values that go up. */
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

    /** Takes a value over. {@code safe} is called when the parent master has the value or does not want it. */
    void add(int ofCycle, ForwardedResults value, Runnable safe) {
        cycle = ofCycle;
        waiting.add(new Held(value, safe));
    }

    /** The units whose values are here, in the form of a registration. */
    List<ResultRun> runs() {
        List<ResultRun> runs = new ArrayList<>();
        waiting.forEach(each -> runs.addAll(each.value().runs()));
        merging.forEach(each -> runs.addAll(each.value().runs()));
        return runs;
    }

    boolean isEmpty() {
        return waiting.isEmpty() && merging.isEmpty();
    }

    /** Sends the values up as one, because no more are expected. */
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

    /** Joins adjacent runs of one attempt, because the header of a message has room for a limited number. */
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

    /** Drops all values, because the cycle is over. */
    void drop() {
        List<Held> unwanted = waiting;
        List<Held> busy = merging;
        close();
        unwanted.forEach(each -> each.safe().run());
        busy.forEach(each -> each.safe().run());
    }

    /** Sends and acknowledges nothing from now on. Values that are being merged are released after the merge. */
    void close() {
        release(waiting);
        waiting = new ArrayList<>();
        merging = List.of();
    }

    private static void release(List<Held> held) {
        held.forEach(each -> each.value().bytes().release());
    }
}
