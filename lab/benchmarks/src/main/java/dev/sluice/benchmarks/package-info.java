/**
 * The end-to-end programs behind {@code lab/lab bench}. Each starts the processes of both sides of its ratio by turns,
 * takes medians, and prints a line {@code NAME FIGURE VALUE UNIT} for each figure. Start reading at
 * {@link dev.sluice.benchmarks.Bench}, which lists them, then go on in {@link dev.sluice.benchmarks.runtime}.
 */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
