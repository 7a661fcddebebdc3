package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;

/**
 * The reason of a session's end.
 *
 * @param code {@link ErrorCode#NONE} for an orderly end
 * @param text one printable line, also if the peer sent something else
 * @param byPeer whether the peer ended it by a refusal or a goodbye; else the end was detected on this side
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
