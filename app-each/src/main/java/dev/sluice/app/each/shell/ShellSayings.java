package dev.sluice.app.each.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in the standard error of a command what the helper shell wrote there. A shell of the family of dash redirects
 * its own output together with that of a program that it starts without a copy of itself.
 */
final class ShellSayings {
    /** More than a shell says at once [bytes]. */
    private static final int MOST_BYTES = 4_096;

    /** Names of signals as strsignal(3) gives them on Linux and macOS; some systems add the number. */
    private static final Pattern ENDED_BY_SIGNAL = Pattern.compile("(?:Hangup|Quit|Illegal instruction"
            + "|Trace/(?:breakpoint|BPT) trap|Abort(?:ed| trap)|EMT trap|Bus error|Floating point exception|Killed"
            + "|User defined signal [12]|Segmentation fault|Bad system call|Alarm clock|Terminated|Stack fault"
            + "|CPU time limit exceeded|Cputime limit exceeded|File ?size limit exceeded|Virtual timer expired"
            + "|Profiling timer expired|I/O possible|Power failure|Real-time signal \\d+)(?:: \\d+)?"
            + "(?: \\(core dumped\\))?\n\\z");

    private ShellSayings() {}

    /** Removes the name of the signal that ended a command from the end of its standard error; false: there is none. */
    static boolean removeSignal(Path error) throws IOException {
        long bytes = error.toFile().length();
        if (bytes == 0) {
            return false;
        }
        try (FileChannel file = FileChannel.open(error, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long start = Math.max(0, bytes - MOST_BYTES);
            ByteBuffer end = ByteBuffer.allocate((int) (bytes - start));
            file.read(end, start);
            Matcher saying = ENDED_BY_SIGNAL.matcher(ShellText.text(end.array()));
            if (!saying.find()) {
                return false;
            }
            file.truncate(start + saying.start());
            return true;
        }
    }

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
