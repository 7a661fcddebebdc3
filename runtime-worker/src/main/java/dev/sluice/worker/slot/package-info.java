/** Slots: each computes one unit at a time on a thread of its own. Start with {@link dev.sluice.worker.slot.Slot}. */
@NullMarked
package dev.sluice.worker.slot;

import org.jspecify.annotations.NullMarked;
