package dev.sluice.app.each.shell;

/** The processes and threads that the slots of a crew share. */
record CrewProcesses(ShellProgram program, Guardian guardian, CommandWatch watch) {}
