package dev.sluice.net.message;

import java.util.List;

/**
 * Master to operator, in answer to {@link MoveWorkers}. If a name is unknown or the request is refused, nothing has
 * changed.
 *
 * @param asked workers that were told to move, or sub-masters that were told to leave, each with its host
 * @param to where they move, with its host
 * @param unknown names that no worker or host has
 * @param present workers and sub-masters that were there and not leaving, each with its host
 * @param refused why the request was refused; empty if it was not
 */
public record MoveAnswer(List<String> asked, String to, List<String> unknown, List<String> present, String refused)
        implements Message {
    public MoveAnswer {
        asked = List.copyOf(asked);
        unknown = List.copyOf(unknown);
        present = List.copyOf(present);
    }

    /** The request was refused for this reason. */
    public static MoveAnswer refused(String why) {
        return new MoveAnswer(List.of(), "", List.of(), List.of(), why);
    }
}
