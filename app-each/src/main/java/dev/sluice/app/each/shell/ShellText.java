package dev.sluice.app.each.shell;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Writes requests in the language of the POSIX shell. Strings are bytes in ISO-8859-1. Pure.
 *
 * <p>A program is started by {@code exec} in a subshell. As a simple command it would start faster, but a shell says by
 * which signal a program ended, and would say it on the standard error of the program, where nobody can tell it from
 * what the program wrote. It would also run a builtin itself, whose behaviour differs from the program's.
 */
final class ShellText {
    /** Longest argument that Linux passes to a program, without the byte that ends it [bytes]. */
    static final int MOST_WORD_BYTES = 128 * 1_024 - 1;

    /** Variables that shells set themselves or protect against a change. */
    private static final Set<String> SHELL_VARIABLES =
            Set.of("UID", "EUID", "PPID", "LINENO", "OPTIND", "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO", "IFS", "_");

    private ShellText() {}

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Tells whether a shell can change and export a variable of this name. */
    static boolean isVariable(String name) {
        return !isForeign(name) && !SHELL_VARIABLES.contains(name);
    }

    /** Tells whether the name of a variable is none for a shell, so that a shell does not pass it on. */
    static boolean isForeign(String name) {
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            boolean letter = each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each == '_';
            if (!letter && (i == 0 || each < '0' || each > '9')) {
                return true;
            }
        }
        return name.isEmpty();
    }

    /**
     * Writes a command that runs a program.
     *
     * @param words program and arguments
     * @param environment NAME=VALUE each
     * @param redirections follows the command
     */
    static String program(List<String> words, List<String> environment, String redirections) {
        StringBuilder exports = new StringBuilder();
        StringBuilder program = new StringBuilder();
        for (String entry : environment) {
            int equals = entry.indexOf('=');
            String name = entry.substring(0, equals);
            if (isVariable(name)) {
                exports.append(exports.isEmpty() ? "export " : " ")
                        .append(name)
                        .append('=')
                        .append(quoted(entry.substring(equals + 1)));
            } else {
                program.append(program.isEmpty() ? "env " : "")
                        .append(quoted(entry))
                        .append(' ');
            }
        }
        words.forEach(word -> program.append(quoted(word)).append(' '));
        return "(" + exports + (exports.isEmpty() ? "" : "; ") + "exec " + program + ") " + redirections;
    }

    /** Writes a word that the shell takes literally. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
