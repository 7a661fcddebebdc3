package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.net.payload.Payload;

/** Supplies the inputs of units. Confined to the thread of its {@link Feeder}. */
public interface InputSource {
    /**
     * Inputs of units from {@code first} on, as many as fit into a message: at least one, and none from {@code end} on.
     *
     * @throws ApplicationException when the application fails to make a unit
     */
    Inputs next(long first, long end) throws ApplicationException;

    /** Inputs of consecutive units, each after its length; the receiver releases them. */
    record Inputs(int units, Payload bytes) {}
}
