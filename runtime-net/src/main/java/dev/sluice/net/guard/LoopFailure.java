package dev.sluice.net.guard;

import dev.sluice.model.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Why a process cannot go on.
 *
 * @param text one sentence
 * @param cause what was thrown; null if memory or threads are exhausted
 */
public record LoopFailure(
        ErrorCode code, String text, @Nullable Throwable cause) {}
