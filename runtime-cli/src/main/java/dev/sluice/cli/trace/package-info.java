/**
 * Files with the events of a run, real or simulated: {@code units.csv}, and {@code trace.json} in Chrome's format.
 * Start reading at {@link dev.sluice.cli.trace.RunTraces}.
 */
@NullMarked
package dev.sluice.cli.trace;

import org.jspecify.annotations.NullMarked;
