/**
 * The cost of choices that are fixed for a whole run, in virtual time. Start reading at
 * {@link dev.sluice.benchmarks.tuning.RegretBenchmark}, then {@link dev.sluice.benchmarks.tuning.RegretCase}.
 */
@NullMarked
package dev.sluice.benchmarks.tuning;

import org.jspecify.annotations.NullMarked;
