package dev.sluice.cli.builtin;

import dev.sluice.api.Application;
import dev.sluice.net.parent.JarCache;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the jar of an application whose classes are part of Sluice, so that it travels to workers as any other jar
 * does. The jar is in the user's cache; the same classes give the same bytes. The cache also remembers which file a jar
 * was written from, by size and time.
 */
public final class BuiltInJar {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private BuiltInJar() {}

    /**
     * Returns the jar, which it writes if it is not in the cache.
     *
     * @param name of the application; the jar is called after it
     * @param type the application; the jar has all classes and resources of its package and of those below it
     */
    public static Path of(String name, Class<? extends Application<?, ?, ?>> type) throws IOException {
        Path source = source(type);
        Path cache = JarCache.userDirectory().resolveSibling("applications");
        if (!Files.isRegularFile(source)) {
            return write(name, type, source, cache);
        }
        // A few milliseconds instead of reading the whole jar of the command at each start.
        String origin =
                source + "\n" + Files.size(source) + "\n" + Files.getLastModifiedTime(source) + "\n" + type.getName();
        Path remembered = cache.resolve(name + "-" + checksum(origin.getBytes(StandardCharsets.UTF_8)) + ".origin");
        Path known = known(remembered, origin);
        if (known != null) {
            return known;
        }
        Path file = write(name, type, source, cache);
        replace(remembered, (origin + "\n" + file).getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /** The jar that was written from this origin; null if there is none. */
    private static @Nullable Path known(Path remembered, String origin) throws IOException {
        if (!Files.isRegularFile(remembered)) {
            return null;
        }
        String text = Files.readString(remembered);
        if (!text.startsWith(origin + "\n")) {
            return null;
        }
        Path file = Path.of(text.substring(origin.length() + 1));
        return Files.isRegularFile(file) ? file : null;
    }

    private static Path write(String name, Class<?> type, Path source, Path cache) throws IOException {
        byte[] jar = bytes(type, source);
        Path file = Files.createDirectories(cache.resolve(checksum(jar))).resolve(name + ".jar");
        if (!Files.exists(file) || Files.size(file) != jar.length) {
            replace(file, jar);
        }
        return file;
    }

    /** Another process may read the file or write the same meanwhile. */
    private static void replace(Path file, byte[] content) throws IOException {
        Path whole = Files.createTempFile(file.getParent(), "application", ".new");
        Files.write(whole, content);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return Long.toHexString(checksum.getValue());
    }

    private static byte[] bytes(Class<?> type, Path source) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            put(zip, "META-INF/services/" + Application.class.getName(), type.getName());
            String below = type.getPackageName().replace('.', '/');
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

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        entry(zip, name);
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private static void entry(ZipOutputStream zip, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
    }
}
