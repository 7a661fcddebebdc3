/** Tests of the cases of the benchmark of regret. */
@NullMarked
package dev.sluice.benchmarks.tuning;

import org.jspecify.annotations.NullMarked;
