package dev.sluice.model.share;

import dev.sluice.model.WorkerId;

/** The source of a file for one worker. */
public sealed interface SourceChoice {
    /** The worker fetches from the master. */
    record FromMaster() implements SourceChoice {}

    /** The worker fetches from this one, which has the file or is receiving it. */
    record FromWorker(WorkerId worker) implements SourceChoice {}

    /** A worker that has the file is about to listen; the question is to be asked again when something has changed. */
    record Later() implements SourceChoice {}
}
