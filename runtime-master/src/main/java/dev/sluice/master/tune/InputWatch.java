package dev.sluice.master.tune;

import dev.sluice.master.tune.Floor.Received;
import dev.sluice.master.tune.Replanning.Line;
import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Compares the rate at which inputs and setups arrive over each line with the rate that a plan believes. Workers report
 * how long they were receiving, and not when. A line is therefore judged only while one of its workers receives nearly
 * all the time: what arrives at all of them then took this time. Confined to the master loop.
 */
final class InputWatch {
    /** Time between two judgements: several reports of each worker [ns]. */
    private static final long WINDOW_NANOS = 10_000_000_000L;

    /** The part of the time for which a worker receives on a line that is in use all the time. */
    private static final double FULL = 0.7;

    private final List<Seen> all = new ArrayList<>();
    private final Map<WorkerId, Received> before = new HashMap<>();
    private long fromNanos;

    /** A line with what was seen of it in the latest window. */
    private static final class Seen {
        private final Line line;
        private double times;
        private boolean full;
        private int broken;

        Seen(Line line) {
            this.line = line;
        }

        boolean isBelow(Seen other) {
            return line.hosts().size() < other.line.hosts().size()
                    && other.line.hosts().containsAll(line.hosts());
        }
    }

    /** A worker's share of a window. */
    private record Got(String host, long bytes, long nanos) {
        double bytesPerSecond() {
            return nanos > 0 ? bytes * 1e9 / nanos : 0;
        }
    }

    /** @param nowNanos what arrived before says nothing */
    InputWatch(List<Line> lines, long nowNanos) {
        lines.forEach(line -> all.add(new Seen(line)));
        fromNanos = nowNanos;
    }

    /**
     * Judges the lines, if a window has passed.
     *
     * @param sums what each worker has received so far
     * @param known by name: times for which the run was planned last; 1 for others
     * @return by name: times of the lines whose beliefs are broken
     */
    Map<String, Double> look(
            List<Floor.Present> workers, Function<WorkerId, Received> sums, Map<String, Double> known, long nowNanos) {
        Map<String, Double> slow = new TreeMap<>();
        long window = nowNanos - fromNanos;
        if (all.isEmpty() || window < WINDOW_NANOS) {
            return slow;
        }
        fromNanos = nowNanos;
        List<Got> got = new ArrayList<>();
        for (Floor.Present worker : workers) {
            Received now = sums.apply(worker.id());
            Received then = before.put(worker.id(), now);
            if (then != null) {
                got.add(new Got(worker.host(), now.bytes() - then.bytes(), now.nanos() - then.nanos()));
            }
        }
        all.forEach(each -> judge(each, got, window, known.getOrDefault(each.line.name(), 1.0)));
        all.stream()
                .filter(each -> each.broken >= LineWatch.AGREEING)
                .filter(each ->
                        all.stream().noneMatch(other -> each.isBelow(other) && (other.full || other.broken > 0)))
                .forEach(each -> slow.put(each.line.name(), each.times));
        return slow;
    }

    private static void judge(Seen seen, List<Got> all, long window, double known) {
        List<Got> got = all.stream()
                .filter(each -> seen.line.hosts().contains(each.host()) && each.bytes() > 0)
                .toList();
        double busy = got.stream().mapToLong(Got::nanos).max().orElse(0);
        double bytes = got.stream().mapToLong(Got::bytes).sum();
        boolean used = busy >= FULL * window;
        seen.times = used ? Math.max(1, seen.line.bytesPerSecond() * busy / 1e9 / bytes) : 1;
        double apart = Math.log(seen.times / known);
        seen.full = used && apart < LineWatch.BROKEN;
        boolean differs =
                used && Math.abs(apart) > LineWatch.BROKEN && Math.abs(apart) > LineWatch.ERRORS * seen.line.error();
        boolean blamed = apart < 0 || isSlowItself(seen, got);
        seen.broken = differs && blamed ? seen.broken + 1 : 0;
    }

    /** A wide line waits for the port of one worker if it carries more for another one, or nothing for any other. */
    private static boolean isSlowItself(Seen seen, List<Got> got) {
        double quickest = got.stream().mapToDouble(Got::bytesPerSecond).max().orElse(0);
        return seen.line.hosts().size() == 1
                || got.size() > 1 && quickest < seen.line.bytesPerSecond() / Math.exp(LineWatch.BROKEN);
    }
}
