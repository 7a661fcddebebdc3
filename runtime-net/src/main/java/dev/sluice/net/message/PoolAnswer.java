package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;

/**
 * Pool to operator: the answer to one {@link PoolRequest}.
 *
 * @param code NONE if the request was carried out
 * @param text the error, or one line for people; at most 4,096 characters
 * @param json the answer as one JSON object; empty after an error
 */
public record PoolAnswer(ErrorCode code, String text, String json) implements Message {
    public PoolAnswer {
        text = Checks.atMost(4_096, text);
    }
}
