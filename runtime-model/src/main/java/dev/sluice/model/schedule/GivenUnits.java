package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Units of the open cycle that a sub-master was given by its master, under the attempts that its master named. Units
 * have one index at every level; attempts belong to a level, so what goes up is renamed here. A unit is given until it
 * is given back or the cycle ends, owed until news of it has gone up, and due until its result has. Confined to whoever
 * owns it.
 */
public final class GivenUnits {
    /** That somebody may bring in one range. */
    private static final long MOST_UNITS = 1L << 30;

    /** A cycle has no unit beyond. */
    private static final long MOST_UNIT = 1L << 60;

    private record Piece(AttemptRun run, long from, long to) {
        HeldUnits held(long first, long end) {
            return new HeldUnits(run.attemptOf(first), run.nonce(), first, end - first);
        }
    }

    /** By first unit; disjoint. */
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();

    private final UnitRanges owed = new UnitRanges();
    private final UnitRanges due = new UnitRanges();

    /** Told of each part of a range, in ascending order. */
    @FunctionalInterface
    private interface PartConsumer {
        void part(Piece piece, long from, long to);
    }

    /**
     * [first, end) of these attempts are given.
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
     * Units with which somebody below has come, whom another master gave them: those that are not given are from now
     * on, under the names with which they came. Returns these; none where no master can have named them so.
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

    /** Which of these units are given under this very name. */
    public UnitRanges named(HeldUnits held) {
        UnitRanges units = new UnitRanges();
        forEachPart(held.firstUnit(), held.endUnit(), (piece, from, to) -> {
            if (piece.run().nonce() == held.nonce()) {
                units.add(from, to);
            }
        });
        return units;
    }

    /** Whether all of [from, to) are given. */
    public boolean has(long from, long to) {
        long[] units = {0};
        forEachPart(from, to, (piece, first, end) -> units[0] += end - first);
        return units[0] == to - from;
    }

    /** Whether any of [from, to) is given. */
    public boolean hasSome(long from, long to) {
        Map.Entry<Long, Piece> before = pieces.lowerEntry(to);
        return before != null && before.getValue().to() > from;
    }

    /**
     * The part [from, to) of what a worker below computed, as it is called above: news of these units is on its way up.
     * Units that are not given have no part in it. Times are divided evenly over the units.
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
                    result.computeSecondsSquared() * share));
        });
        owed.remove(from, to);
        return named;
    }

    /** One unit as it is called above, which failed below wherever it was tried; empty when it is not given. */
    public List<HeldUnits> fail(long unit) {
        List<HeldUnits> named = new ArrayList<>(1);
        forEachPart(unit, unit + 1, (piece, first, end) -> named.add(piece.held(first, end)));
        owed.remove(unit, unit + 1);
        due.remove(unit, unit + 1);
        return named;
    }

    /** The results of these units have gone up. */
    public void delivered(long from, long to) {
        due.remove(from, to);
    }

    /** Units whose results have not gone up, as a registration names them. */
    public List<HeldUnits> due() {
        return named(due);
    }

    /** Those of which only has gone up that they are computed. */
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

    /** Calls back with each part of [from, to) whose results have not gone up. */
    public void forEachDueWithin(long from, long to, UnitRanges.RangeConsumer consumer) {
        due.copy().forEachWithin(from, to, consumer);
    }

    /** [from, to) as they are called above; they are given no longer. */
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

    /** Units of which no news has gone up. */
    public long owedUnits() {
        return owed.size();
    }

    /** The cycle is over. */
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
