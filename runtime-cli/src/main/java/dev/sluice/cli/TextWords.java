package dev.sluice.cli;

import dev.sluice.app.each.job.ByteText;
import dev.sluice.cli.each.EachCommand;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Words of the command line that are bytes and no text. */
final class TextWords {
    private static final List<String> DIRECTORIES =
            List.of("TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME");

    private static final Pattern BYTE = Pattern.compile("[\\x{DC80}-\\x{DCFF}]");

    private TextWords() {}

    /**
     * Refuses such words for all that does not take them as bytes, and such places, of which Java would make others.
     */
    static void require(ParseResult parsed) {
        for (@Nullable ParseResult at = parsed; at != null; at = at.hasSubcommand() ? at.subcommand() : null) {
            if (!at.hasSubcommand()) {
                requirePlace(at, "working directory", System.getProperty("user.dir"));
                for (String name : DIRECTORIES) {
                    requirePlace(at, name, System.getenv().getOrDefault(name, ""));
                }
            }
            for (ArgSpec argument : at.matchedArgs()) {
                if (!EachCommand.takesBytes(at.commandSpec(), argument)) {
                    for (String told : argument.originalStringValues()) {
                        require(at, argument, told);
                    }
                }
            }
        }
    }

    private static void require(ParseResult at, ArgSpec argument, String told) {
        if (!ByteText.isText(told)) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            throw refused(at, name + ": " + ByteText.shown(told));
        }
    }

    /** @param decoded by Java, which replaces what is no text in its locale */
    private static void requirePlace(ParseResult parsed, String name, String decoded) {
        if (decoded.contains("\uFFFD")) {
            throw refused(parsed, name + ": " + decoded);
        }
    }

    private static ExecutionException refused(ParseResult at, String what) {
        String message = what + ": bytes that are no UTF-8 (expected: text)";
        return new ExecutionException(
                at.commandSpec().commandLine(), message, new SluiceException(ErrorCode.WORD_NOT_TEXT, message));
    }

    /** Writes bytes that are no text so that people see which they are. */
    static String shown(String message) {
        return BYTE.matcher(message)
                .replaceAll(each -> "\\\\x" + Integer.toHexString(each.group().charAt(0) & 0xff));
    }
}
