/** The same applications in one JVM with an executor, the baseline for the cost of distribution. */
@NullMarked
package dev.sluice.benchmarks.plain;

import org.jspecify.annotations.NullMarked;
