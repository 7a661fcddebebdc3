package dev.sluice.worker;

import dev.sluice.model.ErrorCode;

/** Why a worker leaves: {@link ErrorCode#NONE} for an orderly end, and a sentence. */
public record Ending(ErrorCode code, String text) {
    static Ending orderly(String text) {
        return new Ending(ErrorCode.NONE, text);
    }
}
