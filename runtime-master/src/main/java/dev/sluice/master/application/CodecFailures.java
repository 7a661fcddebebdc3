package dev.sluice.master.application;

import dev.sluice.api.CodecException;

/** Describes failures of codecs, which may be the application's own. */
public final class CodecFailures {
    private CodecFailures() {}

    /** Turns whatever a codec has thrown into the failure of this value. */
    public static CodecException of(String value, Throwable thrown) {
        String said = thrown instanceof CodecException ? String.valueOf(thrown.getMessage()) : thrown.toString();
        if (thrown instanceof OutOfMemoryError) {
            said += " (expected: room for it in this process; give it more with -Xmx, make units smaller, or let what"
                    + " is large be a dev.sluice.api.Blob)";
        }
        return new CodecException(value + ": " + said, thrown);
    }
}
