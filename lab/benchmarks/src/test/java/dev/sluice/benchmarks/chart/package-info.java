/** Tests of what all benchmarks share. */
@NullMarked
package dev.sluice.benchmarks.chart;

import org.jspecify.annotations.NullMarked;
