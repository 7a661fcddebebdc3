/** Tests of the measurements of real runs. */
@NullMarked
package dev.sluice.benchmarks.runtime;

import org.jspecify.annotations.NullMarked;
