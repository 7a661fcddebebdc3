/**
 * The timing of cycles, shared by all programs of the benchmarks, so that both sides of a ratio are measured alike.
 * Start reading at {@link dev.sluice.benchmarks.timing.Stopwatch}. Packed into the application jar too: depends on
 * nothing.
 */
@NullMarked
package dev.sluice.benchmarks.timing;

import org.jspecify.annotations.NullMarked;
