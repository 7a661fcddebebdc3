package dev.sluice.app.each.output;

/** Which contents tell whether two commands are the same. */
public enum ResumeBy {
    /** Words, named environment, standard input, and the files that are declared for all commands. */
    COMMAND,
    /** The same, and the content of regular files that a word of the command names. */
    CONTENT
}
