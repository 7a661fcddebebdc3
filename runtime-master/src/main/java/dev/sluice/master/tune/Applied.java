package dev.sluice.master.tune;

import java.util.List;

/**
 * The answer to a {@link Change}. A refused change has changed nothing.
 *
 * @param changed workers whose state has changed as asked, each with its host
 * @param replaced workers that work now in place of parked ones, each with its host
 * @param decisions numbers of the recorded decisions, whose outcome the caller may record
 * @param refused why the change was refused; empty if it was not
 */
public record Applied(List<String> changed, List<String> replaced, List<Integer> decisions, String refused) {
    public Applied {
        changed = List.copyOf(changed);
        replaced = List.copyOf(replaced);
        decisions = List.copyOf(decisions);
    }

    static Applied refused(String why) {
        return new Applied(List.of(), List.of(), List.of(), why);
    }
}
