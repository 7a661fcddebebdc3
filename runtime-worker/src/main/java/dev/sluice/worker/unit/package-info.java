/**
 * Units, their inputs and the application that computes them. Start with
 * {@link dev.sluice.worker.unit.LoadedApplication}.
 */
@NullMarked
package dev.sluice.worker.unit;

import org.jspecify.annotations.NullMarked;
