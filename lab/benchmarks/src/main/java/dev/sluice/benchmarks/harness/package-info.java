/**
 * The parts that all end-to-end programs share: processes, the figures of their runs, and the machines. Start reading
 * at {@link dev.sluice.benchmarks.harness.Benchmark}, then {@link dev.sluice.benchmarks.harness.Programs}.
 */
@NullMarked
package dev.sluice.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
