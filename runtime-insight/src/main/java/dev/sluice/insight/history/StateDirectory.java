package dev.sluice.insight.history;

import java.nio.file.Path;
import java.util.Map;

/** The directory of a user's persistent data: {@code $XDG_STATE_HOME/sluice} or {@code ~/.local/state/sluice}. */
public final class StateDirectory {
    private StateDirectory() {}

    /** The path, which may not exist yet. */
    public static Path of(Map<String, String> environment) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        // The XDG Base Directory Specification says that a relative path is invalid and ignored.
        Path base = xdg.isEmpty() || !Path.of(xdg).isAbsolute()
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(xdg);
        return base.resolve("sluice");
    }
}
