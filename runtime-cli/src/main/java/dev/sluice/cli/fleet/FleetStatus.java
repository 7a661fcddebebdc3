package dev.sluice.cli.fleet;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.fleet.FleetState;

/**
 * A fleet at one moment, for people and programs.
 *
 * @param wanted tasks that the present work asks for
 * @param queued tasks whose agents have not registered yet
 * @param started tasks whose agents registered
 * @param leaving tasks that finish their units and end
 * @param trouble why it is delayed or paused; empty otherwise
 */
public record FleetStatus(
        FleetState state,
        int wanted,
        int queued,
        int started,
        int leaving,
        int min,
        int max,
        @IfKnown String trouble) {
    /** Tasks that are queued or started and do not leave. */
    @Written(after = "state")
    public int size() {
        return queued + started;
    }
}
