/** Tests that the experiments of the papers come out as their pages say. */
@NullMarked
package dev.sluice.benchmarks.papers;

import org.jspecify.annotations.NullMarked;
