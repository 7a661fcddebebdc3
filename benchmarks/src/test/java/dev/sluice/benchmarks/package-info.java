/** Tests of the measurements. */
@NullMarked
package dev.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
