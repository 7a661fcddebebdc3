package dev.sluice.app.each.output;

import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Outcome;
import java.util.List;

/** Counts commands that left files in their own directories, which are gone. Confined to one thread. */
final class LeftFiles {
    private long commands;
    private String first = "";

    void add(Outcome outcome) {
        if (outcome.left().length > 0) {
            commands++;
            first = first.isEmpty() ? ByteText.shown(outcome.left()) : first;
        }
    }

    /** One line for people; none if no file was left. */
    List<String> lines() {
        return commands == 0
                ? List.of()
                : List.of((commands == 1 ? "1 command" : commands + " commands")
                        + " left files that were not brought back, such as "
                        + first.replaceAll("\\p{Cntrl}", "?") + ": --return '" + pattern() + "'");
    }

    /** A pattern that fits such files: those of the directory, or of the same kind. */
    private String pattern() {
        String name = first.replaceAll("\\p{Cntrl}", "?");
        int dot = name.lastIndexOf('.');
        return name.contains("/")
                ? name.substring(0, name.lastIndexOf('/')).replaceAll("[0-9]+", "*") + "/*"
                : dot > 0 ? "*" + name.substring(dot) : "*";
    }
}
