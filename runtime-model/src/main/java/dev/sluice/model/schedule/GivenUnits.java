package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Units of the open cycle that a sub-master's parent gave it, under the parent's attempts. A unit has the same index at
 * every level, but attempts belong to one level, so that results are renamed here on their way up. A unit is given
 * until it is given back or the cycle ends. It is owed until its completion was reported to the parent, and due until
 * its result was sent. Confined to its owner.
 */
public final class GivenUnits {
    /** Upper bound of the units in one adopted range. */
    private static final long MOST_UNITS = 1L << 30;

    /** Upper bound of a unit index. */
    private static final long MOST_UNIT = 1L << 60;

    private record Piece(AttemptRun run, long from, long to) {
        HeldUnits held(long first, long end) {
            return new HeldUnits(run.attemptOf(first), run.nonce(), first, end - first);
        }
    }

    /** The pieces by first unit, disjoint. */
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();

    private final UnitRanges owed = new UnitRanges();
    private final UnitRanges due = new UnitRanges();

    /** Receives each part of a range, in ascending order. */
    @FunctionalInterface
    private interface PartConsumer {
        void part(Piece piece, long from, long to);
    }

    /**
     * Records that [first, end) of these attempts are given.
     *
     * @throws IllegalArgumentException if one of them is given already
     */
    public void give(AttemptRun run, long first, long end) {
        if (hasSome(first, end)) {
            throw new IllegalArgumentException("units [" + first + "," + end + ") of " + run
                    + " (expected: none that was given before, as some of " + pieces.values() + " were)");
        }
        pieces.put(first, new Piece(run, first, end));
        owed.add(first, end);
        due.add(first, end);
    }

    /**
     * Adopts units that a worker below brings from another master. Units that are not given yet become given, under the
     * names with which they came. Returns them; empty if no master can have named them so.
     */
    public List<HeldUnits> adopt(HeldUnits brought) {
        if (brought.units() > MOST_UNITS
                || brought.endUnit() > MOST_UNIT
                || brought.attempt() >= Newcomers.MOST_ATTEMPT) {
            return List.of();
        }
        UnitRanges fresh = new UnitRanges();
        fresh.add(brought.firstUnit(), brought.endUnit());
        forEachPart(brought.firstUnit(), brought.endUnit(), (piece, from, to) -> fresh.remove(from, to));
        AttemptRun run = new AttemptRun(
                brought.attempt(), brought.nonce(), brought.firstUnit(), Math.toIntExact(brought.units()), 1);
        fresh.forEach((from, to) -> give(run, from, to));
        return named(fresh);
    }

    /** The units among these that are given under exactly this name. */
    public UnitRanges named(HeldUnits held) {
        UnitRanges units = new UnitRanges();
        forEachPart(held.firstUnit(), held.endUnit(), (piece, from, to) -> {
            if (piece.run().nonce() == held.nonce()) {
                units.add(from, to);
            }
        });
        return units;
    }

    /** True if all of [from, to) are given. */
    public boolean has(long from, long to) {
        long[] units = {0};
        forEachPart(from, to, (piece, first, end) -> units[0] += end - first);
        return units[0] == to - from;
    }

    /** True if any of [from, to) is given. */
    public boolean hasSome(long from, long to) {
        Map.Entry<Long, Piece> before = pieces.lowerEntry(to);
        return before != null && before.getValue().to() > from;
    }

    /**
     * Renames the part [from, to) of a result from below to the parent's attempts, and marks it as reported. Units that
     * are not given are left out. Times are divided evenly over the units.
     */
    public List<ResultRun> passOn(ResultRun result, long from, long to) {
        List<ResultRun> named = new ArrayList<>(1);
        forEachPart(from, to, (piece, first, end) -> {
            double share = (double) (end - first) / result.units();
            named.add(new ResultRun(
                    piece.run().attemptOf(first),
                    piece.run().nonce(),
                    first,
                    (int) (end - first),
                    Math.round(result.computeNanos() * share),
                    result.computeSecondsSquared() * share,
                    result.peakBytes()));
        });
        owed.remove(from, to);
        return named;
    }

    /** Renames a unit that failed on every worker below to the parent's attempt; empty if it is not given. */
    public List<HeldUnits> fail(long unit) {
        List<HeldUnits> named = new ArrayList<>(1);
        forEachPart(unit, unit + 1, (piece, first, end) -> named.add(piece.held(first, end)));
        owed.remove(unit, unit + 1);
        due.remove(unit, unit + 1);
        return named;
    }

    /** Records that the results of these units were sent to the parent. */
    public void delivered(long from, long to) {
        due.remove(from, to);
    }

    /** Units whose results were not sent to the parent, in the form of a registration. */
    public List<HeldUnits> due() {
        return named(due);
    }

    /** Units whose completion was reported to the parent but whose results were not sent. */
    public List<HeldUnits> told() {
        UnitRanges told = due.copy();
        owed.forEach(told::remove);
        return named(told);
    }

    private List<HeldUnits> named(UnitRanges units) {
        List<HeldUnits> named = new ArrayList<>();
        units.forEach((from, to) -> forEachPart(from, to, (piece, first, end) -> named.add(piece.held(first, end))));
        return named;
    }

    /** Calls back with each part of [from, to) whose results were not sent to the parent. */
    public void forEachDueWithin(long from, long to, UnitRanges.RangeConsumer consumer) {
        due.copy().forEachWithin(from, to, consumer);
    }

    /** Takes [from, to) out of the given units. Returns them under the parent's attempts. */
    public List<HeldUnits> giveBack(long from, long to) {
        List<HeldUnits> back = new ArrayList<>(1);
        List<Piece> rest = new ArrayList<>(2);
        forEachPart(from, to, (piece, first, end) -> {
            back.add(piece.held(first, end));
            pieces.remove(piece.from());
            if (piece.from() < first) {
                rest.add(new Piece(piece.run(), piece.from(), first));
            }
            if (end < piece.to()) {
                rest.add(new Piece(piece.run(), end, piece.to()));
            }
        });
        rest.forEach(piece -> pieces.put(piece.from(), piece));
        owed.remove(from, to);
        due.remove(from, to);
        return back;
    }

    /** Number of units whose completion was not reported to the parent. */
    public long owedUnits() {
        return owed.size();
    }

    /** Ends the cycle. */
    public void clear() {
        pieces.clear();
        owed.clear();
        due.clear();
    }

    private void forEachPart(long from, long to, PartConsumer consumer) {
        Map.Entry<Long, Piece> first = pieces.floorEntry(from);
        Long start = first != null && first.getValue().to() > from ? first.getKey() : Long.valueOf(from);
        for (Piece piece : List.copyOf(pieces.subMap(start, to).values())) {
            consumer.part(piece, Math.max(from, piece.from()), Math.min(to, piece.to()));
        }
    }
}
