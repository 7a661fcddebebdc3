package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;

/**
 * Why a session ended.
 *
 * @param code {@link ErrorCode#NONE} for an orderly end
 * @param text one printable line, whatever the peer said
 * @param byPeer the peer said so: a refusal or a goodbye, as opposed to something seen on this side
 */
public record Closing(ErrorCode code, String text, boolean byPeer) {
    public Closing {
        text = Text.printable(text, 1_024);
    }

    @Override
    public String toString() {
        return code + (byPeer ? " from the peer: " : " ") + text;
    }
}
