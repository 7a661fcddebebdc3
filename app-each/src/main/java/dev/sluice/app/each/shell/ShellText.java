package dev.sluice.app.each.shell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes requests in the language of the POSIX shell. Strings are bytes in ISO-8859-1. Pure.
 *
 * <p>A shell starts a program fastest as a simple command, because it need not copy itself. It would run a builtin
 * itself, though, whose behaviour differs from the program's. A program that has the name of a builtin is therefore
 * started by its path, or by {@code exec} in a subshell where its path is unknown.
 */
final class ShellText {
    /** Longest argument that Linux passes to a program, without the byte that ends it [bytes]. */
    static final int MOST_WORD_BYTES = 128 * 1_024 - 1;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Names of builtins and functions in the shells that may be {@code /bin/sh}. */
    private static final Set<String> BUILTINS = words("""
        . : [ [[ alias bg bind break builtin caller case cd chdir command compgen complete
        compopt continue declare dirs disown do done echo elif else enable esac eval exec
        exit export false fc fg fi for function getopts hash help history if in inlib jobs
        kill let local logout mapfile newgrp popd print printf pushd pwd read readarray
        readonly return select set shift shopt source suspend test then time times trap true
        type typeset ulimit umask unalias unset until wait whence while { } !
        """);

    /** Variables that shells set themselves or protect against a change. */
    private static final Set<String> SHELL_VARIABLES =
            Set.of("UID", "EUID", "PPID", "LINENO", "OPTIND", "SHELLOPTS", "BASHOPTS", "BASH_VERSINFO", "IFS", "_");

    private ShellText() {}

    private static Set<String> words(String text) {
        return new HashSet<>(Arrays.asList(text.trim().split("\\s+", -1)));
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Tells whether a shell can change and export a variable of this name. */
    static boolean isVariable(String name) {
        return VARIABLE.matcher(name).matches() && !SHELL_VARIABLES.contains(name);
    }

    /** Tells whether the name of a variable is none for a shell, so that a shell does not pass it on. */
    static boolean isForeign(String name) {
        return !VARIABLE.matcher(name).matches();
    }

    /**
     * Writes a command that runs a program.
     *
     * @param words program and arguments
     * @param environment NAME=VALUE each
     * @param redirections follows the command
     * @param paths finds the path of a program that has the name of a builtin
     * @param apart whether what the helper shell says must not go to the standard error of the command: a shell as
     *     program says the same, so that nobody could tell them apart
     */
    static String program(
            List<String> words, List<String> environment, String redirections, ProgramPaths paths, boolean apart) {
        StringBuilder exports = new StringBuilder();
        StringBuilder program = new StringBuilder();
        for (String entry : environment) {
            int equals = entry.indexOf('=');
            String name = entry.substring(0, equals);
            if (isVariable(name)) {
                exports.append(name).append('=').append(quoted(entry.substring(equals + 1)));
                exports.append(' ');
            } else {
                program.append(program.isEmpty() ? "env " : "")
                        .append(quoted(entry))
                        .append(' ');
            }
        }
        String name = words.get(0);
        boolean builtin = program.isEmpty() && BUILTINS.contains(name);
        boolean samePath = environment.stream().noneMatch(entry -> entry.startsWith("PATH="));
        Optional<String> path = builtin && samePath ? paths.find(name) : Optional.empty();
        program.append(quoted(path.orElse(name))).append(' ');
        words.subList(1, words.size())
                .forEach(word -> program.append(quoted(word)).append(' '));
        if (!apart && (!builtin || path.isPresent())) {
            return exports.append(program).append(redirections).toString();
        }
        String exported = exports.isEmpty() ? "" : "export " + exports + "; ";
        return "(" + exported + "exec " + program + ") " + redirections;
    }

    /** Writes a word that the shell takes literally. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
