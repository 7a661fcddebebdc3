package dev.sluice.model.schedule;

import java.util.AbstractList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that one worker holds, ordered by their first attempt, so by age. New ones come at the end and old ones
 * mostly go at the beginning, either of which costs O(1); a look-up costs O(log attempts). Confined to the scheduler.
 */
final class Attempts extends AbstractList<Outstanding> {
    private static final @Nullable Outstanding[] NONE = {};

    /** Those from {@code begin} to before {@code end} are here. */
    private @Nullable Outstanding[] places = NONE;

    private int begin;
    private int end;

    @Override
    public int size() {
        return end - begin;
    }

    /** The i-th, the oldest first. */
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

    /** The place of the first that does not begin before this attempt. */
    private int placeOf(long attempt) {
        // Most often it comes behind the newest, or that is the oldest.
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

    /** Those that begin with this attempt; null when there are none. */
    @Nullable
    Outstanding beginningWith(long attempt) {
        int place = placeOf(attempt);
        return place < end && firstAttempt(place) == attempt ? at(place) : null;
    }

    /** Whether these are here. */
    boolean has(Outstanding attempts) {
        int place = placeOf(attempts);
        return place < end && places[place] == attempts;
    }

    private int placeOf(Outstanding attempts) {
        boolean oldest = begin < end && places[begin] == attempts;
        return oldest ? begin : placeOf(attempts.run().firstAttempt());
    }

    /** Those with the greatest first attempt up to this one; null when there are none. */
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

    /** Adds them, in place of any that begin with the same attempt. */
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

    /** Moves all to the beginning, of a longer array where most of it is in use; says by how many places. */
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

    /** Takes these away, unless others begin with the same attempt; says whether they were here. */
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
