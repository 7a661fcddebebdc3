package dev.sluice.net.message;

import java.util.List;

/**
 * Pool to master, on each change: the slots that the run has been granted, and lines for the user.
 *
 * @param slots granted now, with those whose workers are still starting
 * @param lines at most 64 of at most 1,024 characters
 */
public record PoolNews(int slots, List<String> lines) implements Message {
    public PoolNews {
        Checks.notNegative("slots", slots);
        Checks.between("lines", lines.size(), 0, 64);
        lines = lines.stream().map(line -> Checks.atMost(1_024, line)).toList();
    }
}
