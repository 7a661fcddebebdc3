package dev.sluice.net.message;

import java.util.List;

/**
 * Master to operator, in answer to {@link SteerWorkers} and {@link CancelUnit}. If a name is unknown or the request is
 * refused, nothing has changed.
 *
 * @param changed workers whose state has changed, or that were told to move or to leave, each with its host; in a list,
 *     those that are parked; or what became of the unit
 * @param replaced parked workers that work now in place of those, each with its host
 * @param to where they move, with its host
 * @param unknown names that no worker or host has
 * @param present workers and sub-masters that were there and not leaving, each with its host
 * @param refused why the request was refused; empty if it was not
 */
public record SteerAnswer(
        List<String> changed,
        List<String> replaced,
        String to,
        List<String> unknown,
        List<String> present,
        String refused)
        implements Message {
    public SteerAnswer {
        changed = List.copyOf(changed);
        replaced = List.copyOf(replaced);
        unknown = List.copyOf(unknown);
        present = List.copyOf(present);
    }

    /** The request was refused for this reason. */
    public static SteerAnswer refused(String why) {
        return new SteerAnswer(List.of(), List.of(), "", List.of(), List.of(), why);
    }

    /** The request was carried out. */
    public static SteerAnswer done(List<String> changed, String to, List<String> present) {
        return new SteerAnswer(changed, List.of(), to, List.of(), present, "");
    }

    /** Nobody has these names. */
    public static SteerAnswer unknown(List<String> unknown, List<String> present) {
        return new SteerAnswer(List.of(), List.of(), "", unknown, present, "");
    }
}
