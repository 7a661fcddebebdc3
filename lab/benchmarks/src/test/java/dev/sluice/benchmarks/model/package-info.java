/** Tests of the comparisons with real runs. */
@NullMarked
package dev.sluice.benchmarks.model;

import org.jspecify.annotations.NullMarked;
