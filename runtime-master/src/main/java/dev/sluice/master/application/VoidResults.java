package dev.sluice.master.application;

import dev.sluice.api.CodecException;
import dev.sluice.model.schedule.UnitRanges;

/** Hears of results that cannot be decoded. On the application thread. */
@FunctionalInterface
interface VoidResults {
    /** The result of these units is void; only an accumulated one is that of several. */
    void voided(UnitRanges units, CodecException why);
}
