package dev.sluice.master.submaster;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
        void merge(List<Payload> values, Consumer<MergedValues> merged);
    }

    /** Receives the values that go up. */
    @FunctionalInterface
    interface Next {
        void take(int cycle, ForwardedResults value, Runnable safe);
    }

    /**
     * A value that waits.
     *
     * @param safe called when the parent master has it
     * @param bad called if it cannot be decoded
     */
    private record Held(ForwardedResults value, Runnable safe, Runnable bad) {}

    private final Merger merger;
    private final Next next;
    private List<Held> waiting = new ArrayList<>();
    private List<Held> merging = List.of();
    private int cycle = -1;

    AccumulatedValues(Merger merger, Next next) {
        this.merger = merger;
        this.next = next;
    }

    /**
     * Takes a value over.
     *
     * @param safe called when the parent master has the value or does not want it
     * @param bad called if the value cannot be decoded
     */
    void add(int ofCycle, ForwardedResults value, Runnable safe, Runnable bad) {
        cycle = ofCycle;
        waiting.add(new Held(value, safe, bad));
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

    private void merged(List<Held> all, MergedValues result) {
        if (merging != all) { // dropped meanwhile
            release(all);
            result.value().ifPresent(Payload::release);
            return;
        }
        merging = List.of();
        List<Held> good = new ArrayList<>();
        List<Held> bad = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            (result.bad().contains(i) ? bad : good).add(all.get(i));
        }
        if (result.value().isPresent() && !good.isEmpty()) {
            release(good);
            next.take(
                    cycle,
                    named(good, result.value().get()),
                    () -> good.forEach(each -> each.safe().run()));
        } else {
            good.forEach(each -> next.take(cycle, each.value(), each.safe()));
        }
        for (Held each : bad) { // the parent master finds out the same, and has these units computed again
            next.take(cycle, each.value(), each.safe());
            each.bad().run();
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
