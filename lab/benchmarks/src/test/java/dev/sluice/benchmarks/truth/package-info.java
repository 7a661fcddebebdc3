/** Tests of the fault truth, and a short campaign. */
@NullMarked
package dev.sluice.benchmarks.truth;

import org.jspecify.annotations.NullMarked;
