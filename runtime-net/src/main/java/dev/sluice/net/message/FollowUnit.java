package dev.sluice.net.message;

/**
 * Operator to master, and master to worker or sub-master: send what a unit prints, also what is kept of what it has
 * printed. It holds until the session ends.
 *
 * @param all whether all units are meant, whatever {@code unit} says; never from an operator
 */
public record FollowUnit(UnitName unit, boolean all) implements Message {
    /** Asks for the output of all units. */
    public static final FollowUnit ALL = new FollowUnit(new UnitName(0, 0, false), true);
}
