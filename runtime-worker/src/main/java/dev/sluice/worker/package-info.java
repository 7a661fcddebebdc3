/**
 * The worker: joins a run, loads its application and computes units in slots until the run ends or it is asked to
 * leave. Start reading at {@link dev.sluice.worker.WorkerLoop}, which owns the connection; then
 * {@link dev.sluice.worker.slot.Slot}, which computes. Units wait in {@link dev.sluice.worker.queue.WorkQueue}, results
 * in {@link dev.sluice.worker.outbox.ResultOutbox}.
 */
@NullMarked
package dev.sluice.worker;

import org.jspecify.annotations.NullMarked;
