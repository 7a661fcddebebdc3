package dev.sluice.launch;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A jar to copy to hosts.
 *
 * @param hash SHA-256 of its content, in hexadecimal digits, which identifies it there
 * @param bytes its size
 */
public record JarToPush(Path path, String hash, long bytes) {
    public static JarToPush of(Path path) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(path), sha256)) {
                long bytes = in.transferTo(java.io.OutputStream.nullOutputStream());
                return new JarToPush(path, HexFormat.of().formatHex(sha256.digest()), bytes);
            }
        } catch (IOException e) {
            throw new LaunchException(
                    ErrorCode.FILE_NOT_FOUND, path + ": " + FileTrouble.said(e) + " (expected: readable)", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final String CACHE = "${XDG_CACHE_HOME:-$HOME/.cache}/sluice/";

    /** Path of a workers' jar on a host, in the syntax of a shell there. */
    public String pushed() {
        return CACHE + "workers/" + hash + "/sluice-worker.jar";
    }

    /** Path of a masters' jar on a host, likewise. */
    public String carried() {
        return CACHE + "carried/" + hash + "/sluice-master.jar";
    }

    /** The remote command with which a person copies it there by ssh. */
    public static String take(String there) {
        return "umask 077; f=" + there + "; mkdir -p \"${f%/*}\" && cat > \"$f.$$\" && mv \"$f.$$\" \"$f\"";
    }

    /** Variables of the step that copies it to a host. */
    public Map<String, String> variables() {
        return Map.of("jar_sha256", hash, "jar_bytes", String.valueOf(bytes));
    }
}
