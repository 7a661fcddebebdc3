/**
 * The settings that may be tuned: ways to hand out units, and the number of workers. Start reading at
 * {@code FixedChoice}, then {@code MateModel}.
 */
@NullMarked
package dev.sluice.model.tune;

import org.jspecify.annotations.NullMarked;
