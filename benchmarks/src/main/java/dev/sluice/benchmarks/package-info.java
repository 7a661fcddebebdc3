/**
 * The end-to-end programs behind {@code benchmarks/bench}. Start reading at {@link dev.sluice.benchmarks.Bench}, then
 * {@link dev.sluice.benchmarks.EmptyUnitsBenchmark}. Each benchmark starts the processes of both sides of its ratio
 * alternately, takes medians, and prints a line {@code NAME FIGURE VALUE UNIT} for each figure.
 */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
