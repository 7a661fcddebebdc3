package dev.sluice.net.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** 128 random bits that let a reader in. Never prints itself. */
final class PageToken {
    private static final int BYTES = 16;

    private final String text;

    private PageToken(String text) {
        this.text = text;
    }

    static PageToken create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new PageToken(HexFormat.of().formatHex(bytes));
    }

    /** Its 32 hexadecimal digits: for the URL and the cookie, nowhere else. */
    String text() {
        return text;
    }

    /** Compares in a time that does not depend on the content. */
    boolean matches(@Nullable String other) {
        return other != null
                && MessageDigest.isEqual(
                        text.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "token";
    }
}
