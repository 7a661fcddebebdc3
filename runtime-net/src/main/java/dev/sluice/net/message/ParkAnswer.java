package dev.sluice.net.message;

import java.util.List;

/**
 * Master to operator, in answer to {@link ParkWorkers}. If a name is unknown or the request is refused, nothing has
 * changed.
 *
 * @param changed workers whose state has changed, each with its host
 * @param replaced parked workers that work now in place of those, each with its host
 * @param unknown names that no present worker or host has
 * @param present workers that were there and not leaving, each with its host
 * @param refused why the request was refused; empty if it was not
 */
public record ParkAnswer(
        List<String> changed, List<String> replaced, List<String> unknown, List<String> present, String refused)
        implements Message {
    public ParkAnswer {
        changed = List.copyOf(changed);
        replaced = List.copyOf(replaced);
        unknown = List.copyOf(unknown);
        present = List.copyOf(present);
    }
}
