package dev.sluice.hosts;

import dev.sluice.model.Nearest;
import dev.sluice.text.Source;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Words of host files, with what is wrong about them. */
final class HostWords {
    private static final String HOST =
            "a host: a name of letters, digits, '-', '_' and '.', an IPv4 address, or an IPv6 address";

    private final Source source;

    HostWords(Source source) {
        this.source = source;
    }

    /** The user in {@code [USER@]HOST}; null without one. */
    @Nullable
    String user(int line, String word) {
        int at = word.lastIndexOf('@');
        return at < 0 ? null : checkedUser(line, word.substring(0, at));
    }

    String checkedUser(int line, String user) {
        if (!HostName.isUser(user)) {
            throw source.wrong(
                    line, "user " + Source.quoted(user), "the name of a user, which does not begin with '-'");
        }
        return user;
    }

    /** The host in {@code [USER@]HOST}, without brackets around an IPv6 address. */
    String name(int line, String word) {
        String host = word.substring(word.lastIndexOf('@') + 1);
        String name = host.matches("\\[[^\\[\\]]*]") ? host.substring(1, host.length() - 1) : host;
        if (!HostName.isName(name) || (!name.equals(host) && !HostName.isIpv6(name))) {
            throw notAHost(line, host);
        }
        return name;
    }

    private RuntimeException notAHost(int line, String host) {
        int colon = host.lastIndexOf(':');
        String before = colon < 0 ? host : host.substring(0, colon);
        String behind = colon < 0 ? "" : host.substring(colon + 1);
        boolean bracketed =
                before.matches("\\[[^\\[\\]]*]") && HostName.isIpv6(before.substring(1, before.length() - 1));
        if (behind.matches("[0-9]{1,9}") && (bracketed || HostName.isName(before))) {
            return ambiguous(line, host, before, behind);
        }
        if (host.startsWith("-")) {
            return source.wrong(line, Source.quoted(host), "a host, which does not begin with '-' as options do");
        }
        if (host.endsWith(":")) {
            return source.wrong(line, Source.quoted(host), HOST + "; a network view in YAML is told by --view");
        }
        if (host.indexOf(',') >= 0) {
            return source.wrong(line, Source.quoted(host), "one host a line; lists of Slurm are --kind slurm");
        }
        boolean foreign = host.codePoints().anyMatch(point -> point > 127 && Character.isLetter(point));
        return source.wrong(line, Source.quoted(host), foreign ? HOST + "; other letters in their form xn--…" : HOST);
    }

    /** {@code host:N} is written by some for slots, by others for a port, and is how an IPv6 address begins. */
    private RuntimeException ambiguous(int line, String text, String host, String number) {
        String third = host.startsWith("[")
                ? "'" + host + "' for the address alone"
                : "'" + host + "::" + number + "' or '[…]' for an IPv6 address";
        return source.wrong(
                line,
                Source.quoted(text) + " could mean three things",
                "'" + host + " slots=" + number + "' for slots (--kind mpich takes them as written), '" + host
                        + " port=" + number + "' for the port of ssh, or " + third);
    }

    /** {@code KEY=VALUE} for one of the keys. */
    int slots(int line, String key, String value) {
        return number(line, key, value, HostSpec.MOST_SLOTS);
    }

    /** The graphics processors of a host: a number, or ids. */
    String gpus(int line, String value) {
        if (!value.matches(HostSpec.GPUS)) {
            throw source.wrong(line, "gpus: " + Source.quoted(value), "a number, or ids such as 0,2");
        }
        return value;
    }

    /** A resource of a host with its amount, or a label. */
    String resource(int line, String value) {
        if (!value.matches(HostSpec.RESOURCE)) {
            throw source.wrong(
                    line,
                    "resource: " + Source.quoted(value),
                    "a name and a whole number, such as scratch=1, or a label");
        }
        return value;
    }

    int port(int line, String key, String value) {
        return number(line, key, value, 65_535);
    }

    private int number(int line, String key, String value, int most) {
        int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
        if (number < 1 || number > most) {
            throw source.wrong(line, key + ": " + Source.quoted(value), "1 to " + most);
        }
        return number;
    }

    /** A word behind a host that nobody knows. */
    RuntimeException unknown(int line, String word, Collection<String> keys) {
        int equals = word.indexOf('=');
        String hint = equals < 0 ? "" : Nearest.hint(word.substring(0, equals), keys);
        String expected = word.matches("[0-9]+")
                ? "slots=" + word + " for slots, or port=" + word + " for the port of ssh"
                : String.join("=, ", keys) + "=" + hint;
        return source.wrong(line, Source.quoted(word), expected);
    }
}
