package dev.sluice.net.page;

import dev.sluice.net.runfile.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** 128 random bits that let a reader in. Never prints itself. */
final class PageToken {
    private static final int BYTES = 16;
    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    private final String text;

    private PageToken(String text) {
        this.text = text;
    }

    static PageToken create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new PageToken(HexFormat.of().formatHex(bytes));
    }

    /** The token that a private file keeps. A file that is missing, or has something else, gets a new one. */
    static PageToken kept(Path file) {
        try {
            String text = Files.exists(file) ? PrivateFiles.read(file).strip() : "";
            if (TEXT.matcher(text).matches()) {
                return new PageToken(text);
            }
        } catch (IOException unreadable) {
            // writing says why, if it fails too
        }
        PageToken made = create();
        PrivateFiles.write(file, made.text() + "\n");
        return made;
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
