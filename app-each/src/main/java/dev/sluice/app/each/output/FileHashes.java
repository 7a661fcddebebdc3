package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Hashes the files that commands read, each once as long as its inode, time and size stay the same. Confined to one
 * thread.
 */
public final class FileHashes {
    private static final int REMEMBERED = 1 << 16;
    private static final int BLOCK = 1 << 16;
    private static final byte[] NO_FILE = {};

    /** Identity of a file's content as far as the file system tells it. */
    private record Version(Object file, long modifiedNanos, long size) {}

    private final ResumeBy resumeBy;
    private final Path directory;
    private final byte[] declared;
    private final Map<Version, byte[]> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, byte[]> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Hashes the declared files.
     *
     * @param directory to which names in words of commands are relative
     * @param declared files and directories that every command may read
     */
    public FileHashes(ResumeBy resumeBy, Path directory, List<Path> declared) throws IOException {
        this.resumeBy = resumeBy;
        this.directory = directory;
        MessageDigest digest = sha256();
        for (Path path : declared) {
            addTree(digest, path);
        }
        this.declared = digest.digest();
    }

    private void addTree(MessageDigest digest, Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = ByteText.text(BytePath.bytes(file));
                int above = path.equals(file)
                        ? name.lastIndexOf('/')
                        : ByteText.text(BytePath.bytes(path)).length();
                digest.update(ByteText.bytes(name.substring(above + 1)));
                digest.update((byte) 0);
                digest.update(hash(file));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A hash of the declared files with their names. */
    byte[] declared() {
        return declared.clone();
    }

    /** The hash of the regular file of this name, or nothing if there is none or contents do not count. */
    byte[] named(byte[] name) throws IOException {
        if (resumeBy != ResumeBy.CONTENT || name.length == 0) {
            return NO_FILE;
        }
        Path file = path(name);
        return file.equals(directory) || !Files.isRegularFile(file) ? NO_FILE : hash(file);
    }

    private Path path(byte[] name) throws IOException {
        for (byte value : name) {
            if (value == 0) {
                return directory;
            }
        }
        int begin = 0;
        while (begin < name.length && name[begin] == '/') {
            begin++;
        }
        if (begin == name.length) {
            return directory;
        }
        byte[] relative = Arrays.copyOfRange(name, begin, name.length);
        return SafePath.of(begin > 0 ? directory.toAbsolutePath().getRoot() : directory, relative);
    }

    private byte[] hash(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        Object key = now.fileKey() == null ? file : now.fileKey();
        Version version = new Version(key, now.lastModifiedTime().to(TimeUnit.NANOSECONDS), now.size());
        byte[] hash = known.get(version);
        if (hash == null) {
            hash = read(file);
            known.put(version, hash);
        }
        return hash;
    }

    private static byte[] read(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] block = new byte[BLOCK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                digest.update(block, 0, count);
            }
        }
        return digest.digest();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
