/** Tests of what all benchmarks share. */
@NullMarked
package dev.sluice.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
