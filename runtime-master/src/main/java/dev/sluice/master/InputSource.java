package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.net.payload.Payload;

/** Where the inputs of units come from. Confined to the thread of its {@link Feeder}. */
public interface InputSource {
    /**
     * Inputs of units from {@code first} on, as many as make a message, one at least and none from {@code end} on.
     *
     * @throws ApplicationException when the application fails to name a unit
     */
    Inputs next(long first, long end) throws ApplicationException;

    /** Inputs of consecutive units, each after its length; the receiver's to release. */
    record Inputs(int units, Payload bytes) {}
}
