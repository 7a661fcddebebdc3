/**
 * The experiments of the papers that Sluice carries on, repeated in virtual time and, where a test network is at hand,
 * with real runs. {@link Papers} is the command and has the list of experiments; {@link Experiment} is what to
 * implement for another one.
 */
@NullMarked
package dev.sluice.benchmarks.papers;

import org.jspecify.annotations.NullMarked;
