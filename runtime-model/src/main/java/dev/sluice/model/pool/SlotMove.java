package dev.sluice.model.pool;

/** A change of a run's slots on a host, to be carried out now. Draining slots are not counted in either number. */
public sealed interface SlotMove {
    /** Id of the run. */
    String run();

    /** Name of the host. */
    String host();

    /** Slots before the move. */
    int from();

    /** Slots after the move. */
    int to();

    /** Free slots of the host start to work for the run. */
    record Grow(String run, String host, int from, int to) implements SlotMove {}

    /** Slots finish their unit and leave the run; they are free once the holding no longer counts them. */
    record Drain(String run, String host, int from, int to) implements SlotMove {}
}
