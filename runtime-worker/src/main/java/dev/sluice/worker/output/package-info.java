/**
 * What units print: escaped and bounded on its way to the worker's log. Start with
 * {@link dev.sluice.worker.output.WorkerOutput}.
 */
@NullMarked
package dev.sluice.worker.output;

import org.jspecify.annotations.NullMarked;
