/**
 * Programs that measure real runs: on this machine, and in the test network. Start reading at
 * {@link dev.sluice.benchmarks.runtime.EmptyUnitsBenchmark}.
 */
@NullMarked
package dev.sluice.benchmarks.runtime;

import org.jspecify.annotations.NullMarked;
