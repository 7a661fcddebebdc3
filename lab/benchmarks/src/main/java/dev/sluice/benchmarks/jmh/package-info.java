/** Parts measured by themselves, with JMH: {@code lab/lab bench jmh}. */
@NullMarked
package dev.sluice.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
