package dev.sluice.master;

import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The application's jars, mapped into memory, and the description of the application for workers. Immutable; any
 * thread.
 */
public final class Jars {
    private final Map<String, ByteBuffer> byHash;
    private final ApplicationInfo info;

    private Jars(Map<String, ByteBuffer> byHash, ApplicationInfo info) {
        this.byHash = byHash;
        this.info = info;
    }

    /** Maps and hashes the jars; they must not change during the run. */
    public static Jars open(List<Path> paths, String className, List<String> arguments) throws IOException {
        Map<String, ByteBuffer> byHash = new HashMap<>();
        List<JarInfo> jars = new ArrayList<>();
        for (Path path : paths) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                ByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
                String hash = sha256(bytes.duplicate());
                byHash.put(hash, bytes);
                jars.add(new JarInfo(path.getFileName().toString(), hash, bytes.capacity()));
            }
        }
        return new Jars(byHash, new ApplicationInfo(jars, className, arguments));
    }

    /** Maps the files in which a sub-master stores the application's jars, by their verified hashes. */
    public static Jars serve(Map<String, Path> files, ApplicationInfo info) throws IOException {
        Map<String, ByteBuffer> byHash = new HashMap<>();
        for (Map.Entry<String, Path> each : files.entrySet()) {
            try (FileChannel file = FileChannel.open(each.getValue(), StandardOpenOption.READ)) {
                byHash.put(each.getKey(), file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()));
            }
        }
        return new Jars(byHash, info);
    }

    public ApplicationInfo info() {
        return info;
    }

    /** The requested bytes, or empty if there is no such jar or part. */
    Optional<Payload> part(String sha256, long offset, int length) {
        ByteBuffer jar = byHash.get(sha256);
        if (jar == null || offset >= jar.capacity()) {
            return Optional.empty();
        }
        int there = (int) Math.min(length, jar.capacity() - offset);
        return Optional.of(Payload.wrap(jar.slice((int) offset, there)));
    }

    private static String sha256(ByteBuffer bytes) {
        MessageDigest digest = sha256();
        digest.update(bytes);
        return HexFormat.of().formatHex(digest.digest());
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
