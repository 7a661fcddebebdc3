package dev.sluice.net.files;

import java.io.IOException;

/** An archive that is not unpacked, because it is damaged, too large, or would write outside of its directory. */
final class ArchiveException extends IOException {
    private static final long serialVersionUID = 1;

    ArchiveException(String message) {
        super(message);
    }
}
