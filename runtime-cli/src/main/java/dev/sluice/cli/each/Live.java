package dev.sluice.cli.each;

/** Ways to print commands that run. */
enum Live {
    /** Command by command, when they have ended. */
    NONE,
    LINES,
    BYTES
}
