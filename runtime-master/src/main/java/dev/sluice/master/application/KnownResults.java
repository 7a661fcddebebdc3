package dev.sluice.master.application;

import dev.sluice.api.Decoder;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.io.IOException;

/**
 * Results of units of the first cycle that exist before the run: the run takes them instead of computing these units.
 * Any thread, one at a time.
 */
public interface KnownResults {
    /**
     * Checks that the cycle that begins is the one whose units were executed.
     *
     * @throws SluiceException when it is another cycle
     */
    void demand(long cycleUnits, Payload setup);

    /** The units whose results are known; the caller does not change it. */
    UnitRanges known();

    /** The number of known results. */
    int count();

    /** The unit of result {@code i}. */
    long unit(int i);

    /** Reads result {@code i}; one call at a time. */
    Decoder decoder(int i) throws IOException;
}
