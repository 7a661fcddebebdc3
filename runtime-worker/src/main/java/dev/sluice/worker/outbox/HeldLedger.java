package dev.sluice.worker.outbox;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The units for which this worker is responsible: assigned, and neither reported nor handed back. Queued and running
 * units and those in an unsent batch all count, so a registration can name all of them at any instant. Pieces never
 * overlap; adjacent pieces of one run are merged. Guarded by the lock of {@link ResultOutbox}.
 */
final class HeldLedger {
    private record Piece(AttemptRun run, long first, long end) {
        HeldUnits held() {
            return new HeldUnits(run.attemptOf(first), run.nonce(), first, end - first);
        }
    }

    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private long units;

    /** Number of units held. */
    long units() {
        return units;
    }

    /** Adds units [first, end) of a run. Returns false, and changes nothing, when one of them is held already. */
    boolean add(AttemptRun run, long first, long end) {
        Map.Entry<Long, Piece> before = pieces.lowerEntry(end);
        if (before != null && before.getValue().end() > first) {
            return false;
        }
        long from = first;
        if (before != null
                && before.getValue().end() == first
                && before.getValue().run().equals(run)) {
            from = before.getKey();
        }
        pieces.put(from, new Piece(run, from, end));
        units += end - first;
        return true;
    }

    /**
     * Removes the held units of [first, first + count) if they belong to this attempt; returns how many were removed.
     */
    long remove(long attempt, long nonce, long first, long count) {
        return remove(first, first + count, piece -> isOf(piece.run(), attempt, nonce, first));
    }

    /** Removes the held units with this nonce in the range, of any attempt. */
    void drop(HeldUnits unwanted) {
        remove(unwanted.firstUnit(), unwanted.endUnit(), piece -> piece.run().nonce() == unwanted.nonce());
    }

    private long remove(long first, long end, Predicate<Piece> meant) {
        long removed = 0;
        Map.Entry<Long, Piece> entry = pieces.floorEntry(first);
        if (entry == null || entry.getValue().end() <= first) {
            entry = pieces.higherEntry(first);
        }
        while (entry != null && entry.getKey() < end) {
            Piece piece = entry.getValue();
            if (meant.test(piece)) {
                removed += cut(piece, first, end);
            }
            entry = pieces.higherEntry(entry.getKey());
        }
        units -= removed;
        return removed;
    }

    /** The held units, in ascending order. */
    List<HeldUnits> held() {
        List<HeldUnits> held = new ArrayList<>(pieces.size());
        pieces.values().forEach(piece -> held.add(piece.held()));
        return held;
    }

    void clear() {
        pieces.clear();
        units = 0;
    }

    private static boolean isOf(AttemptRun run, long attempt, long nonce, long first) {
        return run.nonce() == nonce
                && first >= run.firstUnit()
                && first < run.endUnit()
                && run.attemptOf(first) == attempt;
    }

    private long cut(Piece piece, long first, long end) {
        long from = Math.max(first, piece.first());
        long to = Math.min(end, piece.end());
        pieces.remove(piece.first());
        if (piece.first() < from) {
            pieces.put(piece.first(), new Piece(piece.run(), piece.first(), from));
        }
        if (to < piece.end()) {
            pieces.put(to, new Piece(piece.run(), to, piece.end()));
        }
        return to - from;
    }
}
