package dev.sluice.net.message;

import java.util.List;

/**
 * The slot that computed the runs of a message, and when each ended.
 *
 * @param slot number of the slot from 1; 0 if it is not known, or there are several
 * @param micros for each run the time from the end of its last unit until the message was sent [µs]; empty if unknown
 */
public record RunAges(int slot, List<Long> micros) {
    /** Nothing is known. */
    public static final RunAges UNKNOWN = new RunAges(0, List.of());

    public RunAges {
        Checks.between("slot", slot, 0, 1 << 20);
        micros = List.copyOf(micros);
        for (long age : micros) {
            Checks.notNegative("age", age);
        }
    }
}
