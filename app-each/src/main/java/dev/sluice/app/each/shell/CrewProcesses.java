package dev.sluice.app.each.shell;

/** What the slots of a crew share. */
record CrewProcesses(ShellProgram program, Guardian guardian, CommandWatch watch) {}
