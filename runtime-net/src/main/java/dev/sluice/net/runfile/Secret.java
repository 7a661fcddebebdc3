package dev.sluice.net.runfile;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** 32 random bytes that prove membership of a run. Never prints itself. */
public final class Secret {
    static final int BYTES = 32;

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A new one. */
    public static Secret create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Secret(bytes);
    }

    /**
     * The one written as 64 hexadecimal digits.
     *
     * @throws IllegalArgumentException if it is not; the text is not repeated in the message
     */
    public static Secret parse(String text) {
        if (text.length() == 2 * BYTES) {
            try {
                return new Secret(HexFormat.of().parseHex(text));
            } catch (IllegalArgumentException e) {
                // falls through to an error that does not show the text
            }
        }
        throw new IllegalArgumentException(
                "secret: " + text.length() + " characters (expected: 64 hexadecimal digits)");
    }

    /**
     * The one of these bytes.
     *
     * @throws IllegalArgumentException if they are not 32
     */
    public static Secret of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("secret: " + bytes.length + " bytes (expected: " + BYTES + ")");
        }
        return new Secret(bytes.clone());
    }

    /** Its 64 hexadecimal digits: for a run file or a worker's standard input, nowhere else. */
    public String text() {
        return HexFormat.of().formatHex(bytes);
    }

    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes, secret.bytes);
    }

    @Override
    public int hashCode() {
        return Secret.class.hashCode();
    }

    @Override
    public String toString() {
        return "secret";
    }
}
