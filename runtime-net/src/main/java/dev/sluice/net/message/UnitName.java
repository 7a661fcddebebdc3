package dev.sluice.net.message;

/**
 * Names a unit as a user does.
 *
 * @param cycle number of its cycle; {@link #OPEN}: the open one
 * @param unit its index in the cycle, from 0
 * @param counted whether {@code unit} counts from 1 through all cycles instead, as commands of {@code each} do
 */
public record UnitName(int cycle, long unit, boolean counted) {
    /** The cycle that is open. */
    public static final int OPEN = -1;

    public UnitName {
        Checks.notNegative("cycle", (long) cycle + 1);
        Checks.notNegative("unit", unit);
    }
}
