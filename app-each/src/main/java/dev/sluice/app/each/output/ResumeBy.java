package dev.sluice.app.each.output;

/** Tells which contents make two commands the same. */
public enum ResumeBy {
    /** Counts words, named environment, standard input, and the files that are declared for all commands. */
    COMMAND,
    /** Counts the same, and the content of regular files that a word of the command names. */
    CONTENT
}
