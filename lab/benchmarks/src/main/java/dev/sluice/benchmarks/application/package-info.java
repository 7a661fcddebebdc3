/**
 * The applications that the end-to-end programs run: they time their own cycles on the master, between {@code cycle()}
 * and {@code endCycle()}. Packed in a jar of their own; a class is chosen by name.
 */
@NullMarked
package dev.sluice.benchmarks.application;

import org.jspecify.annotations.NullMarked;
