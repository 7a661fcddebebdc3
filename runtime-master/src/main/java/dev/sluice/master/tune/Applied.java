package dev.sluice.master.tune;

import java.util.List;

/**
 * The answer to a change of the workers at work. A refused one has changed nothing.
 *
 * @param changed workers whose state has changed as asked, each with its host
 * @param replaced workers that work now in place of parked ones, each with its host
 * @param refused why the change was refused; empty if it was not
 */
public record Applied(List<String> changed, List<String> replaced, String refused) {
    public Applied {
        changed = List.copyOf(changed);
        replaced = List.copyOf(replaced);
    }

    static Applied refused(String why) {
        return new Applied(List.of(), List.of(), why);
    }
}
