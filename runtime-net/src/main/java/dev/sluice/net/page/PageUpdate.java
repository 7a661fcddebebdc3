package dev.sluice.net.page;

import org.jspecify.annotations.Nullable;

/**
 * The state of a run for open pages: what changed since an earlier update, and the whole state of the same moment. Both
 * are JSON on one line. The arrays are not copied.
 *
 * @param sequence number of the state; a later question names it
 * @param change since the state that was named; null if it was not asked for, or if the source no longer knows that
 *     state and {@code whole} replaces the change
 * @param whole null if it was not asked for
 */
public record PageUpdate(long sequence, byte @Nullable [] change, byte @Nullable [] whole) {}
