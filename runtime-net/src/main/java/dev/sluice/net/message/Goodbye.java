package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.Closing;

/** Either side: an orderly end; the sender closes after it. */
public record Goodbye(ErrorCode code, String text) implements Message {
    public Goodbye {
        text = Checks.atMost(1_024, text);
    }

    @Override
    public Closing closing(boolean byPeer) {
        return new Closing(code, text, byPeer);
    }
}
