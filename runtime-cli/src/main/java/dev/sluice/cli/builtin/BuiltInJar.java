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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the jar of an application whose classes are part of Sluice, so that it travels to workers as any other jar
 * does. The jar is in the user's cache; the same classes give the same bytes.
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
        return of(name, type, new TreeMap<>());
    }

    /**
     * Returns the jar with more entries, which it writes if it is not in the cache.
     *
     * @param more contents of the entries by their names, which are relative to the application's package
     */
    public static Path of(String name, Class<? extends Application<?, ?, ?>> type, SortedMap<String, byte[]> more)
            throws IOException {
        byte[] jar = bytes(type, more);
        CRC32 checksum = new CRC32();
        checksum.update(jar);
        Path directory = Files.createDirectories(
                JarCache.userDirectory().resolveSibling("applications").resolve(Long.toHexString(checksum.getValue())));
        Path file = directory.resolve(name + ".jar");
        if (!Files.exists(file) || Files.size(file) != jar.length) {
            Path whole = Files.createTempFile(directory, name, ".new");
            Files.write(whole, jar);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    private static byte[] bytes(Class<?> type, SortedMap<String, byte[]> more) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            String service = "META-INF/services/" + Application.class.getName();
            put(zip, service, type.getName().getBytes(StandardCharsets.UTF_8));
            String below = type.getPackageName().replace('.', '/');
            for (Map.Entry<String, byte[]> entry : more.entrySet()) {
                put(zip, below + "/" + entry.getKey(), entry.getValue());
            }
            Path source = source(type);
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
