package dev.sluice.launch.ssh;

import dev.sluice.launch.PlaceVerdict.Kind;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The reason of a failed ssh, from its messages.
 *
 * @param passing whether a retry may succeed: an ssh server drops connections at random when there are too many at once
 */
record SshTrouble(Kind kind, String reason, boolean passing) {
    private record Sign(Pattern words, Kind kind, String reason) {}

    private static final List<Sign> SIGNS = List.of(
            sign("Could not resolve hostname|Name or service not known|nodename nor servname", Kind.UNKNOWN_NAME, ""),
            sign(
                    "REMOTE HOST IDENTIFICATION HAS CHANGED",
                    Kind.KEY_REFUSED,
                    "it shows another host key than the one in known_hosts (expected: the same; has it been installed"
                            + " anew, or does another host answer?)"),
            sign(
                    "Host key verification failed|No .* host key is known for",
                    Kind.KEY_REFUSED,
                    "its host key is not known here (expected: in known_hosts; log in once by hand to see and accept it)"),
            sign("Permission denied|Too many authentication failures|no mutual signature", Kind.KEY_REFUSED, ""),
            sign(
                    "Connection refused|timed out|No route to host|Network is unreachable|Connection reset|"
                            + "Connection closed|exchange_identification|banner exchange",
                    Kind.PORT_CLOSED,
                    ""));

    private static final Pattern PASSING =
            Pattern.compile("exchange_identification|Connection reset|Connection closed by");

    private static Sign sign(String words, Kind kind, String reason) {
        return new Sign(Pattern.compile(words), kind, reason);
    }

    /** @param errors the output of ssh on standard error */
    static SshTrouble of(String errors, int exitCode) {
        String printable = errors.replaceAll("[^\\p{Print}\\n]", "");
        for (Sign sign : SIGNS) {
            for (String line : printable.split("\n")) {
                if (sign.words().matcher(line).find()) {
                    return new SshTrouble(
                            sign.kind(),
                            sign.reason().isEmpty() ? line.strip() : sign.reason(),
                            sign.kind() == Kind.PORT_CLOSED
                                    && PASSING.matcher(line).find());
                }
            }
        }
        String last = printable.strip().replaceFirst("(?s).*\n", "");
        return new SshTrouble(
                Kind.FAILED, "ssh ended with exit code " + exitCode + (last.isEmpty() ? "" : ": " + last), false);
    }
}
