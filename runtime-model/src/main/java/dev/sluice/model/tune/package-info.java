/**
 * The settings that may be tuned: the number of workers, and which sites have sub-masters. Start reading at
 * {@code Tuner}, then {@code Knob}. {@code FixedChoice} is a way to hand out units, as {@code report --policies}
 * compares them.
 */
@NullMarked
package dev.sluice.model.tune;

import org.jspecify.annotations.NullMarked;
