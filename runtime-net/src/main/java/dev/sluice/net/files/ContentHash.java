package dev.sluice.net.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** SHA-256 of files. Any thread. */
public final class ContentHash {
    private static final int BUFFER = 256 * 1024;
    private static final Map<Seen, String> KNOWN = new ConcurrentHashMap<>();

    /** A file as it was when it was hashed. */
    private record Seen(Path path, long size, FileTime modified) {}

    private ContentHash() {}

    /** Hashes a file, once in this process as long as its size and time stay. In 64 hexadecimal digits. */
    public static String known(Path file) throws IOException {
        BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
        Seen seen = new Seen(file.toAbsolutePath(), is.size(), is.lastModifiedTime());
        String known = KNOWN.get(seen);
        if (known == null) {
            known = of(file);
            KNOWN.put(seen, known);
        }
        return known;
    }

    /** Reads and hashes a file. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        update(digest, file);
        return HexFormat.of().formatHex(digest.digest());
    }

    static void update(MessageDigest digest, Path file) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
