package dev.sluice.insight.history;

import java.nio.file.Path;
import java.util.Map;

/** What Sluice remembers for a user: {@code $XDG_STATE_HOME/sluice} or {@code ~/.local/state/sluice}. */
public final class StateDirectory {
    private StateDirectory() {}

    /** Where it is, there or not. */
    public static Path of(Map<String, String> environment) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        // By the XDG Base Directory Specification a relative path is invalid and ignored.
        Path base = xdg.isEmpty() || !Path.of(xdg).isAbsolute()
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(xdg);
        return base.resolve("sluice");
    }
}
