/**
 * The life cycle of units, chunks and workers as a pure state machine: events in, actions out, no clock, no thread.
 * Start reading at {@code Scheduler}, then its {@code Event}s and {@code Action}s.
 */
@NullMarked
package dev.sluice.model.schedule;

import org.jspecify.annotations.NullMarked;
