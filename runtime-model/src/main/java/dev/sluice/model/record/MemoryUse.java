package dev.sluice.model.record;

import dev.sluice.model.Amount;
import dev.sluice.model.Plural;
import dev.sluice.model.Written;
import java.util.List;

/**
 * The memory of the units of a run, as far as it was seen: of commands, of units in processes of their own, and of
 * those of other languages.
 *
 * @param units of which it is known
 * @param medianBytes of a unit
 * @param p95Bytes that 95 % of the units did not exceed
 * @param largestBytes of the unit below
 * @param cycle of the unit with the largest memory
 * @param unit with the largest memory
 * @param host where it was computed
 * @param reservedBytes for each unit; 0: nothing was reserved
 */
public record MemoryUse(
        long units,
        long medianBytes,
        long p95Bytes,
        long largestBytes,
        int cycle,
        @Written(exact = true) long unit,
        String host,
        long reservedBytes) {
    private static final List<String> TIMES = List.of("", "", "twice", "three times", "four times", "five times");

    /** The figures, for people. */
    @Written
    public String words() {
        return "memory of " + Plural.of(units, "unit") + ": median " + Amount.bytes(medianBytes) + ", 95 % up to "
                + Amount.bytes(p95Bytes) + ", largest " + Amount.bytes(largestBytes) + " (unit " + unit + ", cycle "
                + cycle + ", on " + host + ")";
    }

    /** The part of the reserved memory that nobody used, for people; empty if more units would not have fit. */
    @Written
    public String unused() {
        long fit = reservedBytes / Math.max(1, p95Bytes);
        String times = fit < TIMES.size() ? TIMES.get((int) fit) : fit + " times";
        return fit < 2
                ? ""
                : "reserved " + Amount.bytes(reservedBytes) + ", used " + Amount.bytes(p95Bytes) + ": " + times
                        + " as many fit";
    }
}
