package dev.sluice.insight.history;

import dev.sluice.model.SluiceException;
import dev.sluice.net.files.OwnDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The directory of a user's cached data: {@code $XDG_CACHE_HOME/sluice} or {@code ~/.cache/sluice}. */
public final class UserCache {
    private UserCache() {}

    /** A subdirectory that only its owner may enter; created if missing. */
    public static Path directory(String name) throws IOException {
        return OwnDirectory.ofUser(name);
    }

    /** The same, or null if it cannot be created, or is another user's. */
    public static @Nullable Path directoryIfAny(String name) {
        try {
            return directory(name);
        } catch (IOException | SluiceException e) {
            return null;
        }
    }

    /** Path of such a subdirectory, which may not exist yet. */
    public static Path path(String name) {
        return OwnDirectory.path(name);
    }
}
