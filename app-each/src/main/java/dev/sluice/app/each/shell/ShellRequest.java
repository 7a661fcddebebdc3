package dev.sluice.app.each.shell;

/**
 * A request to start one command.
 *
 * @param text for the input of the shell, one character per byte
 * @param apart whether the shell keeps what it says itself apart from the standard error of the command
 */
record ShellRequest(String text, boolean apart) {}
