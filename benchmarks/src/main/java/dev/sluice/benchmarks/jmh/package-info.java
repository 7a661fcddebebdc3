/** Parts measured by themselves, with JMH: {@code benchmarks/bench jmh}. */
@NullMarked
package dev.sluice.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
