package dev.sluice.master.tune;

import dev.sluice.master.tune.Replanning.Line;
import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.master.weather.RecentArrivals.Arrival;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares the time that results take on each line to the master with the time that a plan believes. Results of several
 * workers that arrive at once are looked at together, because they share the line. A line that is idle most of the time
 * limits nothing, and breaks no belief. Confined to the master loop.
 */
final class LineWatch {
    /** A belief is broken beyond this logarithm, and by this many standard errors. */
    static final double BROKEN = Math.log(1.5);

    static final double ERRORS = 3;

    /** Looks in a row that must agree. */
    static final int AGREEING = 2;

    /** Messages of each worker until a line is judged: those that are on their way still are not seen. */
    private static final int ENOUGH = 4;

    /** Messages that take less are held up by a processor, not by a line [ns]. */
    private static final double SHORTEST_NANOS = 2e6;

    /** The part of the time for which a line that matters is in use. */
    private static final double USED = 0.2;

    /** Bytes that a connection sends after a pause before it waits for an answer. */
    private static final double FIRST_WINDOW = 14_600;

    /** A line with what was seen of it since it was judged last. */
    private static final class Seen {
        private final Line line;
        private long fromNanos;

        /** The latest time over the believed one, at least 1. */
        private double times = 1;

        private boolean used;
        private int broken;

        Seen(Line line, long fromNanos) {
            this.line = line;
            this.fromNanos = fromNanos;
        }

        boolean isBelow(Seen other) {
            return line.hosts().size() < other.line.hosts().size()
                    && other.line.hosts().containsAll(line.hosts());
        }

        boolean isBroken() {
            return broken >= AGREEING;
        }
    }

    /** Results on a line: the time in which something arrived, and how often it began after a pause. */
    private record Carried(double bytes, double busyNanos, int messages, int periods) {}

    private final List<Seen> all = new ArrayList<>();

    /** @param nowNanos what arrived before says nothing */
    LineWatch(List<Line> lines, long nowNanos) {
        lines.forEach(line -> all.add(new Seen(line, nowNanos)));
    }

    /**
     * Judges the lines over which enough has arrived.
     *
     * @param hosts of senders
     * @param known by name: times for which the run was planned last; 1 for others
     * @return by name: times of the lines whose beliefs are broken
     */
    Map<String, Double> look(Map<String, List<RecentArrivals>> hosts, Map<String, Double> known, long nowNanos) {
        for (Seen each : all) {
            List<RecentArrivals> senders = each.line.hosts().stream()
                    .flatMap(host -> hosts.getOrDefault(host, List.of()).stream())
                    .toList();
            judge(each, senders, nowNanos, known.getOrDefault(each.line.name(), 1.0));
        }
        Map<String, Double> broken = new TreeMap<>();
        all.stream().filter(this::isBlamed).forEach(each -> broken.put(each.line.name(), each.times));
        return broken;
    }

    private void judge(Seen seen, List<RecentArrivals> senders, long nowNanos, double known) {
        long from = seen.fromNanos;
        List<Arrival> arrivals = new ArrayList<>();
        int heard = 0;
        for (RecentArrivals sender : senders) {
            List<Arrival> latest = sender.latest(RecentArrivals.KEPT);
            if (!latest.isEmpty() && latest.get(latest.size() - 1).toNanos() > seen.fromNanos) {
                heard++;
                arrivals.addAll(latest);
                from = sender.hadMore(RecentArrivals.KEPT)
                        ? Math.max(from, latest.get(0).fromNanos())
                        : from;
            }
        }
        Carried carried = carried(arrivals, from, seen.line.roundTripSeconds() * 1e9);
        if (heard == 0 || carried.messages() < ENOUGH * heard) {
            return;
        }
        double rounds = Math.log1p(carried.bytes() / carried.messages() / FIRST_WINDOW) / Math.log(2);
        double expected = carried.bytes() / seen.line.bytesPerSecond()
                + carried.periods() * rounds * seen.line.roundTripSeconds();
        seen.times = Math.max(1, carried.busyNanos() / 1e9 / expected);
        seen.used = carried.busyNanos() >= Math.max(SHORTEST_NANOS * carried.messages(), USED * (nowNanos - from));
        double apart = Math.abs(Math.log(seen.times / known));
        boolean differs = seen.used && apart > BROKEN && apart > ERRORS * seen.line.error();
        seen.broken = differs ? seen.broken + 1 : 0;
        seen.fromNanos = nowNanos;
    }

    /** Each message is taken to arrive evenly; the part before {@code from} is left out. */
    private static Carried carried(List<Arrival> arrivals, long from, double pauseNanos) {
        arrivals.sort(Comparator.comparingLong(Arrival::fromNanos));
        double bytes = 0;
        double busy = 0;
        int messages = 0;
        int periods = 0;
        long until = Long.MIN_VALUE;
        for (Arrival each : arrivals) {
            long begin = Math.max(from, each.fromNanos());
            double nanos = each.toNanos() - begin;
            if (nanos <= 0) {
                continue;
            }
            messages++;
            bytes += each.bytes() * nanos / (each.toNanos() - each.fromNanos());
            periods += periods == 0 || begin - until > pauseNanos ? 1 : 0;
            busy += Math.max(0, each.toNanos() - Math.max(begin, until));
            until = Math.max(until, each.toNanos());
        }
        return new Carried(bytes, busy, messages, periods);
    }

    /**
     * Tells whether a broken belief is this line's own fault. A line that shares a wider one which is full is no slower
     * itself. A wide line is slow if all that is below it is, and not if it only waits for one of them.
     */
    private boolean isBlamed(Seen seen) {
        if (!seen.isBroken()) {
            return false;
        }
        List<Seen> above = all.stream().filter(seen::isBelow).toList();
        boolean waits = above.stream()
                .anyMatch(each -> each.used && each.broken == 0 && each.times < Math.exp(BROKEN)
                        || each.isBroken() && isSlowItself(each));
        return !waits && isSlowItself(seen);
    }

    private boolean isSlowItself(Seen wide) {
        List<Seen> below =
                all.stream().filter(each -> each.used && each.isBelow(wide)).toList();
        long broken = below.stream().filter(each -> each.broken > 0).count();
        return broken == 0 || broken == below.size() && broken > 1;
    }
}
