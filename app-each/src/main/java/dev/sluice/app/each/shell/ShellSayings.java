package dev.sluice.app.each.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rewrites what a helper shell says on the standard error of a command. */
final class ShellSayings {
    /** More than a shell says at once [bytes]. */
    private static final int MOST_BYTES = 4_096;

    private ShellSayings() {}

    /**
     * Rewrites the message that a program cannot be started: the shell counts the lines of all requests, which tells
     * the user nothing.
     *
     * @param program first word of the command
     */
    static void simplifyRefusal(Path error, String shell, String program) throws IOException {
        if (error.toFile().length() > MOST_BYTES + program.length()) {
            return;
        }
        String said = Files.readString(error, StandardCharsets.ISO_8859_1);
        String name = Pattern.quote(program) + ": ";
        Pattern refusal =
                Pattern.compile("\\A(?:" + Pattern.quote(shell) + "|sh): (?:line )?(?:\\d+: )?(?:exec: )?" + name);
        Matcher matcher = refusal.matcher(said);
        if (matcher.find()) {
            String simple = "sh: " + program + ": " + said.substring(matcher.end());
            Files.writeString(error, simple, StandardCharsets.ISO_8859_1);
        }
    }
}
