package dev.sluice.hosts;

import java.util.regex.Pattern;

/**
 * Checks names of hosts and users. The rules are stricter than those of ssh: no shell or program can misread a name.
 */
final class HostName {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9_.-]{1,15})?");
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.@+$\\\\-]{0,63}");

    private HostName() {}

    /** A name, an IPv4 address, or an IPv6 address without brackets. */
    static boolean isName(String text) {
        return NAME.matcher(text).matches() || isIpv6(text);
    }

    /** An IPv6 address without brackets, by its looks: hexadecimal digits and at least two colons. */
    static boolean isIpv6(String text) {
        return text.indexOf(':') != text.lastIndexOf(':') && IPV6.matcher(text).matches();
    }

    static boolean isUser(String text) {
        return USER.matcher(text).matches();
    }
}
