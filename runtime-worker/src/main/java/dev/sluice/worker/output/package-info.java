/**
 * Text of units, which is escaped and bounded on its way to the log of the worker. Start with
 * {@link dev.sluice.worker.output.WorkerOutput}.
 */
@NullMarked
package dev.sluice.worker.output;

import org.jspecify.annotations.NullMarked;
