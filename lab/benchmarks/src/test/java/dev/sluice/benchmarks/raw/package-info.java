/** Tests of the raw exchange. */
@NullMarked
package dev.sluice.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
