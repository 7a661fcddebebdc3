/**
 * The cost of choices that are fixed for a whole run, and what a tuner makes of them, in virtual time. Start reading at
 * {@link dev.sluice.benchmarks.tuning.RegretBenchmark}, then {@link dev.sluice.benchmarks.tuning.RegretCase}; the
 * number of workers is in {@link dev.sluice.benchmarks.tuning.TuningBenchmark}.
 */
@NullMarked
package dev.sluice.benchmarks.tuning;

import org.jspecify.annotations.NullMarked;
