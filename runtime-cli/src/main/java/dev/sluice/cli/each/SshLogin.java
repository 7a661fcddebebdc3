package dev.sluice.cli.each;

import dev.sluice.hosts.HostFile;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A host as GNU parallel's {@code --sshlogin} names it.
 *
 * @param host a name, or USER@NAME; empty: this machine
 * @param slots commands at the same time; 0: not told
 */
record SshLogin(String host, int slots) {
    private static final Pattern FORM = Pattern.compile("(?:([0-9]{1,5})/)?([^/]+)");
    private static final String HERE = ":";
    private static final String USUAL_FILE = "..";

    boolean isHere() {
        return host.isEmpty();
    }

    /** Reads one login. */
    static SshLogin of(String option, String text) {
        if (text.startsWith("@")) {
            throw wrong(option, text, "hosts without groups, because each command may run on every host");
        }
        if (text.matches(".*\\s.*")) {
            throw wrong(
                    option,
                    text,
                    "a host alone; --ssh 'ssh OPTIONS' says how to log in to all of them, ~/.ssh/config how to each");
        }
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || parts.group(2).startsWith("-") || text.equals(".")) {
            throw wrong(option, text, "[N/][USER@]HOST, or ':' for this machine");
        }
        if (parts.group(2).matches("[^@]*:[^@]*@.*")) {
            throw wrong(option, text.replaceFirst(":.*@", ":…@"), "no password; ssh logs in with a key");
        }
        int slots = parts.group(1) == null ? 0 : Integer.parseInt(parts.group(1));
        if (parts.group(1) != null && slots == 0) {
            throw wrong(option, text, "at least 1 command at the same time");
        }
        String host = parts.group(2);
        if (host.equals(HERE)) {
            return new SshLogin("", slots);
        }
        HostFile.line(option, host);
        return new SshLogin(host, slots);
    }

    /** Reads logins with commas between them. */
    static List<SshLogin> list(String option, String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(login -> !login.isEmpty())
                .map(login -> of(option, login))
                .toList();
    }

    private static final long MOST_BYTES = 16 << 20;

    /** Reads a file with a login on each line; {@code #} starts a comment. */
    static List<SshLogin> file(String option, String name) {
        if (name.equals("-")) {
            throw wrong(option, name, "a file; standard input has the inputs of the commands");
        }
        Path file = name.equals(USUAL_FILE)
                ? Path.of(System.getProperty("user.home"), ".parallel/sshloginfile")
                : Path.of(name);
        try {
            List<SshLogin> logins = new ArrayList<>();
            Source source = new Source(
                    file.toString(),
                    "a login on each line",
                    text -> new SluiceException(ErrorCode.USAGE, option + ": " + text));
            source.read(file, MOST_BYTES)
                    .lines()
                    .forEach(line -> logins.addAll(list(option, line.replaceFirst("#.*", ""))));
            return logins;
        } catch (IOException unreadable) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    option + ": " + file + ": " + unreadable.getMessage() + " (expected: a file that can be read)",
                    unreadable);
        }
    }

    private static SluiceException wrong(String option, String text, String expected) {
        return new SluiceException(ErrorCode.USAGE, option + ": " + text + " (expected: " + expected + ")");
    }
}
