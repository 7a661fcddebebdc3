package dev.sluice.app.foreign.wire;

import java.io.IOException;

/** The other side sent bytes that are no frame of the protocol. */
public final class FrameException extends IOException {
    private static final long serialVersionUID = 1;

    public FrameException(String message) {
        super(message);
    }
}
