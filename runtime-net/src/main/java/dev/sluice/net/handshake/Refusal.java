package dev.sluice.net.handshake;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.SharedHeaders;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Text;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The readable line sent to a peer that is not Sluice, and its parsing by a Sluice peer. */
final class Refusal {
    private static final Pattern LINE = Pattern.compile("Sluice E(\\d{1,4}): (.*)");
    private static final String METHODS = "GPHDOCT"; // first letters of HTTP's methods

    private Refusal() {}

    /** The bytes to send for {@code code}; {@code first} is the first received byte, which identifies HTTP. */
    static byte[] line(ErrorCode code, String text, int first) {
        String line = "Sluice " + code + ": " + text + " " + code.remedy() + "\n";
        boolean http = first > 0 && METHODS.indexOf((char) first) >= 0;
        String whole = !http
                ? line
                : "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
                        + line.getBytes(StandardCharsets.UTF_8).length + "\r\nConnection: close\r\n\r\n" + line;
        return whole.getBytes(StandardCharsets.UTF_8);
    }

    /** Parses a master's refusal line. */
    static Closing read(String text) {
        String first = text.lines().findFirst().orElse("");
        Matcher line = LINE.matcher(first);
        if (line.matches()) {
            return new Closing(SharedHeaders.code(Integer.parseInt(line.group(1))), line.group(2), true);
        }
        return new Closing(
                ErrorCode.NOT_SLUICE,
                "the answer was '" + Text.printable(first, 80) + "' (expected: a Sluice master at this address)",
                false);
    }
}
