package dev.sluice.app.each.output;

/**
 * Counts successes and failures by key, in 16 bytes for each place of an open-addressing table that is at most 15/16
 * full: 32 MiB for a million keys. The table keeps 80 bits of a key; with 10⁶ keys, two share them with a probability
 * of 4·10⁻¹³. Counts end at 2²⁴ − 1. Confined to one thread.
 */
final class KeyTable {
    private static final int FIRST_PLACES = 1 << 10;
    private static final long COUNT = (1L << 24) - 1;
    private static final int KEY_SHIFT = 48;

    /** Two words per place: 64 bits of the key; 16 bits of the key, 24 of successes, 24 of failures. */
    private long[] places = new long[2 * FIRST_PLACES];

    private int used;

    /** Returns the place of the key, or −1 − the free place where it belongs. */
    int find(ContentKey key) {
        return find(key.high(), key.low() << KEY_SHIFT);
    }

    private int find(long high, long rest) {
        int mask = places.length / 2 - 1;
        int place = (int) (high ^ (high >>> 32)) & mask;
        while (places[2 * place + 1] << 16 != 0) {
            if (places[2 * place] == high && places[2 * place + 1] >>> KEY_SHIFT == rest >>> KEY_SHIFT) {
                return place;
            }
            place = (place + 1) & mask;
        }
        return -1 - place;
    }

    /** Counts an outcome. A repetition takes the place of an earlier failure. */
    void add(ContentKey key, boolean success, boolean repetition) {
        if (16L * (used + 1) > 15L * (places.length / 2)) {
            grow();
        }
        int found = find(key);
        int place = found < 0 ? -1 - found : found;
        if (found < 0) {
            used++;
            places[2 * place] = key.high();
            places[2 * place + 1] = key.low() << KEY_SHIFT;
        }
        int failures = failures(place);
        int left = repetition && failures > 0 ? failures - 1 : failures;
        set(place, successes(place) + (success ? 1 : 0), left + (success ? 0 : 1));
    }

    private void set(int place, long successes, long failures) {
        long keyBits = places[2 * place + 1] >>> KEY_SHIFT << KEY_SHIFT;
        places[2 * place + 1] = keyBits | Math.min(COUNT, successes) << 24 | Math.min(COUNT, failures);
    }

    int successes(int place) {
        return (int) (places[2 * place + 1] >>> 24 & COUNT);
    }

    int failures(int place) {
        return (int) (places[2 * place + 1] & COUNT);
    }

    int keys() {
        return used;
    }

    /** Number of places; every place is below it. */
    int size() {
        return places.length / 2;
    }

    private void grow() {
        long[] old = places;
        if (old.length > Integer.MAX_VALUE / 2 - 8) {
            throw new IllegalStateException("the journal has more than 5·10⁸ commands (expected: fewer)");
        }
        places = new long[2 * old.length];
        for (int at = 0; at < old.length; at += 2) {
            if (old[at + 1] << 16 != 0) {
                int place = -1 - find(old[at], old[at + 1]);
                places[2 * place] = old[at];
                places[2 * place + 1] = old[at + 1];
            }
        }
    }
}
