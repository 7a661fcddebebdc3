package dev.sluice.master.application;

import dev.sluice.api.CodecException;

/** Hears of results that cannot be decoded. On the application thread. */
@FunctionalInterface
interface VoidResults {
    /** The result of this unit is void; an accumulated one is named by the first of its units. */
    void voided(long unit, CodecException why);
}
