package dev.sluice.cli.builtin;

import dev.sluice.api.Application;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.files.OwnDirectory;
import dev.sluice.net.files.RecentDirectories;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the jar of an application whose classes are part of Sluice, so that it travels to workers as any other jar
 * does. The jar is in the user's cache; the same classes give the same bytes. The cache also remembers which file a jar
 * was written from, by size and time.
 */
public final class BuiltInJar {
    /** Bound of the jars in the cache that no process uses [bytes]. */
    private static final long MOST_BYTES = 256 << 20;

    private static final String ORIGIN = ".origin";
    private static final String SUFFIX = ".jar";
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private BuiltInJar() {}

    /**
     * Returns the jar, which it writes if it is not in the cache.
     *
     * @param name of the application; the jar is called after it
     * @param type the application; the jar has all classes and resources of its package and of those below it
     */
    public static Path of(String name, Class<? extends Application<?, ?, ?>> type) throws IOException {
        return of(name, type, new TreeMap<>());
    }

    /**
     * Returns the jar with more entries, which it writes if it is not in the cache.
     *
     * @param more contents of the entries by their names, which are relative to the application's package
     */
    public static Path of(String name, Class<? extends Application<?, ?, ?>> type, SortedMap<String, byte[]> more)
            throws IOException {
        Path source = source(type);
        Path cache = OwnDirectory.ofUser("applications");
        if (!Files.isRegularFile(source)) {
            return write(name + SUFFIX, bytes(type, source, more), cache);
        }
        // A few milliseconds instead of reading the whole jar of the command at each start.
        String origin = source + "\n" + Files.size(source) + "\n" + Files.getLastModifiedTime(source) + "\n"
                + type.getName() + "\n" + hash(more);
        Path remembered = cache.resolve(name + "-" + hash(origin.getBytes(StandardCharsets.UTF_8)) + ORIGIN);
        Path known = known(remembered, origin, cache);
        if (known != null) {
            return known;
        }
        Path file = write(name + SUFFIX, bytes(type, source, more), cache);
        replace(remembered, (origin + "\n" + file).getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /**
     * Returns a copy in the cache, which stays as it is until this process ends; the jar itself if there is no place
     * for a copy.
     */
    public static Path copy(Path jar) {
        if (!Files.isRegularFile(jar)) {
            return jar;
        }
        try {
            Path cache = OwnDirectory.ofUser("applications");
            if (jar.startsWith(cache)) {
                return jar;
            }
            byte[] content = Files.readAllBytes(jar);
            return write(String.valueOf(jar.getFileName()), content, cache);
        } catch (IOException | OutOfMemoryError none) {
            return jar;
        }
    }

    /** The jar that was written from this origin; null if there is none. */
    private static @Nullable Path known(Path remembered, String origin, Path cache) throws IOException {
        if (!isOwnFile(remembered)) {
            return null;
        }
        String text = Files.readString(remembered);
        if (!text.startsWith(origin + "\n")) {
            return null;
        }
        Path file = Path.of(text.substring(origin.length() + 1));
        String directory = String.valueOf(file.resolveSibling("").getFileName());
        if (!file.startsWith(cache) || !isOwnFile(file)) {
            return null;
        }
        boolean kept = new RecentDirectories(cache, MOST_BYTES)
                .use(directory, own -> isOwnFile(file) && ContentHash.of(file).equals(directory));
        return kept ? file : null;
    }

    /** Writes the jar unless it is there; it stays until this process ends. */
    private static Path write(String name, byte[] jar, Path cache) throws IOException {
        RecentDirectories jars = new RecentDirectories(cache, MOST_BYTES);
        String hash = hash(jar);
        Path file = cache.resolve(hash).resolve(name);
        boolean written = jars.use(hash, own -> {
            boolean known = isOwnFile(file) && ContentHash.of(file).equals(hash);
            if (!known) {
                replace(file, jar);
            }
            return !known;
        });
        if (written && jars.makeRoom()) {
            forget(cache);
        }
        return file;
    }

    private static boolean isOwnFile(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && OwnDirectory.isOwn(file);
    }

    /** Deletes what is remembered of jars that are gone. */
    private static void forget(Path cache) throws IOException {
        List<Path> remembered;
        try (Stream<Path> all = Files.list(cache)) {
            remembered = all.filter(file -> file.toString().endsWith(ORIGIN)).toList();
        }
        for (Path each : remembered) {
            String text = Files.readString(each);
            if (!Files.exists(Path.of(text.substring(text.lastIndexOf('\n') + 1)))) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** Another process may read the file or write the same meanwhile. */
    private static void replace(Path file, byte[] content) throws IOException {
        Path whole = Files.createTempFile(file.getParent(), "application", ".new");
        Files.write(whole, content);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(ContentHash.sha256().digest(bytes));
    }

    private static String hash(SortedMap<String, byte[]> entries) {
        StringBuilder all = new StringBuilder();
        entries.forEach((name, content) ->
                all.append(name).append('\n').append(hash(content)).append('\n'));
        return hash(all.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(Class<?> type, Path source, SortedMap<String, byte[]> more) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            String service = "META-INF/services/" + Application.class.getName();
            put(zip, service, type.getName().getBytes(StandardCharsets.UTF_8));
            String below = type.getPackageName().replace('.', '/');
            for (Map.Entry<String, byte[]> entry : more.entrySet()) {
                put(zip, below + "/" + entry.getKey(), entry.getValue());
            }
            if (Files.isDirectory(source)) {
                putAll(zip, source, source.resolve(below));
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(source)) {
                    putAll(zip, jar.getPath("/"), jar.getPath("/" + below));
                }
            }
        }
        return bytes.toByteArray();
    }

    private static Path source(Class<?> type) throws IOException {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("place of " + type + ": " + e.getMessage(), e);
        }
    }

    private static void putAll(ZipOutputStream zip, Path root, Path below) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(below)) {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace(File.separatorChar, '/');
            try (InputStream in = Files.newInputStream(file)) {
                entry(zip, name);
                in.transferTo(zip);
                zip.closeEntry();
            }
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        entry(zip, name);
        zip.write(bytes);
        zip.closeEntry();
    }

    private static void entry(ZipOutputStream zip, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
    }
}
