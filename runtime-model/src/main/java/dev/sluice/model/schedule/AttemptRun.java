package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;

/**
 * Consecutive attempts given to one worker in one assignment: {@code chunks} chunks of {@code chunkUnits} units each
 * over consecutive units. The attempt of unit u is {@code firstAttempt + (u - firstUnit) / chunkUnits}. One 64-bit
 * nonce fences all of them, so that a result of another run or of an earlier master is never mistaken for one of these.
 * Under SS a refill of 500 chunks is one such value.
 *
 * @param needs of each unit
 * @param priority of each unit
 */
public record AttemptRun(
        long firstAttempt, long nonce, long firstUnit, int chunkUnits, int chunks, Amounts needs, int priority) {
    public AttemptRun {
        if (firstAttempt < 1
                || firstUnit < 0
                || chunkUnits < 1
                || chunks < 1
                || firstUnit + (long) chunkUnits * chunks < 0) {
            throw new IllegalArgumentException("attempts: first " + firstAttempt + ", first unit " + firstUnit + ", "
                    + chunks + " × " + chunkUnits + " units (expected: a positive attempt, unit and size)");
        }
    }

    /** Attempts at units that need one slot each and have no priority. */
    public AttemptRun(long firstAttempt, long nonce, long firstUnit, int chunkUnits, int chunks) {
        this(firstAttempt, nonce, firstUnit, chunkUnits, chunks, Amounts.ONE_SLOT, 0);
    }

    /** The same attempts at units with these needs. */
    public AttemptRun needing(Amounts other) {
        return needs.equals(other)
                ? this
                : new AttemptRun(firstAttempt, nonce, firstUnit, chunkUnits, chunks, other, priority);
    }

    /** Number of units in all chunks. */
    public long units() {
        return (long) chunkUnits * chunks;
    }

    /** One past the last unit. */
    public long endUnit() {
        return firstUnit + units();
    }

    /** One past the last attempt. */
    public long endAttempt() {
        return firstAttempt + chunks;
    }

    /** The attempt that covers {@code unit}, which must lie in this attempt run. */
    public long attemptOf(long unit) {
        return firstAttempt + (chunkUnits == 1 ? unit - firstUnit : (unit - firstUnit) / chunkUnits);
    }

    /** One unit of this attempt run. */
    public HeldUnits held(long unit) {
        return new HeldUnits(attemptOf(unit), nonce, unit, 1);
    }

    @Override
    public String toString() {
        return "[" + firstUnit + "," + endUnit() + ")#" + firstAttempt + (chunks == 1 ? "" : ".." + (endAttempt() - 1));
    }
}
