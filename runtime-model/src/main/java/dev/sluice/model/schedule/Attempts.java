package dev.sluice.model.schedule;

import java.util.AbstractList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that one worker holds, ordered by first attempt and therefore by age. New attempts are added at the end
 * and old ones are mostly removed at the beginning; both cost O(1). A look-up costs O(log attempts). Confined to the
 * scheduler.
 */
final class Attempts extends AbstractList<Outstanding> {
    private static final @Nullable Outstanding[] NONE = {};

    /** The attempts occupy the places [begin, end). */
    private @Nullable Outstanding[] places = NONE;

    private int begin;
    private int end;

    @Override
    public int size() {
        return end - begin;
    }

    /** The i-th oldest attempts. */
    @Override
    public Outstanding get(int i) {
        return at(begin + i);
    }

    private Outstanding at(int place) {
        Outstanding there = places[place];
        if (there == null || place < begin || place >= end) {
            throw new IndexOutOfBoundsException("attempts " + (place - begin) + " of " + size());
        }
        return there;
    }

    private long firstAttempt(int place) {
        return at(place).run().firstAttempt();
    }

    /** The place of the first attempts that begin at or after this attempt. */
    private int placeOf(long attempt) {
        // Usually the attempt follows the newest one, or equals the oldest.
        if (begin == end || attempt > firstAttempt(end - 1)) {
            return end;
        }
        if (attempt <= firstAttempt(begin)) {
            return begin;
        }
        int low = begin + 1;
        int high = end - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (firstAttempt(middle) < attempt) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The attempts that begin with this attempt, or null. */
    @Nullable
    Outstanding beginningWith(long attempt) {
        int place = placeOf(attempt);
        return place < end && firstAttempt(place) == attempt ? at(place) : null;
    }

    /** True if the list holds exactly this object. */
    boolean has(Outstanding attempts) {
        int place = placeOf(attempts);
        return place < end && places[place] == attempts;
    }

    private int placeOf(Outstanding attempts) {
        boolean oldest = begin < end && places[begin] == attempts;
        return oldest ? begin : placeOf(attempts.run().firstAttempt());
    }

    /** The attempts with the greatest first attempt up to this one, or null. */
    @Nullable
    Outstanding upTo(long attempt) {
        Outstanding oldest = begin < end ? places[begin] : null;
        if (oldest != null && oldest.run().firstAttempt() == attempt) {
            return oldest;
        }
        int place = placeOf(attempt);
        if (place < end && firstAttempt(place) == attempt) {
            return at(place);
        }
        return place > begin ? at(place - 1) : null;
    }

    /** Adds attempts, replacing any that begin with the same attempt. */
    void put(Outstanding added) {
        int place = placeOf(added.run().firstAttempt());
        if (place < end && firstAttempt(place) == added.run().firstAttempt()) {
            places[place] = added;
            return;
        }
        if (end == places.length) {
            place -= makeRoom();
        }
        if (place < end) {
            System.arraycopy(places, place, places, place + 1, end - place);
        }
        places[place] = added;
        end++;
    }

    /**
     * Moves all entries to the front, into a longer array if at least half of the places are in use. Returns the number
     * of places moved.
     */
    private int makeRoom() {
        int moved = begin;
        @Nullable Outstanding[] to = size() >= places.length / 2 ? new Outstanding[Math.max(4, 2 * size())] : places;
        System.arraycopy(places, begin, to, 0, size());
        end -= moved;
        begin = 0;
        places = to;
        Arrays.fill(places, end, places.length, null);
        return moved;
    }

    /** Removes exactly this object; returns false if the list does not hold it. */
    boolean take(Outstanding taken) {
        int place = placeOf(taken);
        if (place == end || places[place] != taken) {
            return false;
        }
        if (place == begin) {
            places[begin++] = null;
        } else {
            System.arraycopy(places, place + 1, places, place, end - place - 1);
            places[--end] = null;
        }
        return true;
    }

    @Override
    public void clear() {
        Arrays.fill(places, begin, end, null);
        begin = 0;
        end = 0;
    }
}
