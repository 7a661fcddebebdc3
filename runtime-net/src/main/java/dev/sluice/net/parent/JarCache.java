package dev.sluice.net.parent;

import dev.sluice.net.files.ContentHash;
import dev.sluice.net.files.FileStore;
import dev.sluice.net.files.OwnDirectory;
import dev.sluice.net.message.JarInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Application jars from the network, stored by the SHA-256 of their content in a directory that only its owner may
 * enter. A file is complete or absent, and is hashed again before every use. Several workers may share one directory.
 */
public final class JarCache {
    private static final String SUFFIX = ".jar";
    private static final String JARS = "jars";

    private final @Nullable Path directory;
    private final Map<String, Path> known;
    private final FileStore files;

    /** Opens the cache, with the usual bound for files. */
    public JarCache(Path directory) throws IOException {
        this(directory, FileStore.Terms.USUAL);
    }

    /**
     * Opens the cache, and makes the directory (0700) if it is missing.
     *
     * @param terms of the files of applications
     */
    public JarCache(Path directory, FileStore.Terms terms) throws IOException {
        this.directory = directory;
        this.known = Map.of();
        this.files = filesBeside(directory, terms);
        if (directory.equals(userDirectory())) {
            OwnDirectory.ofUser(JARS);
        } else {
            OwnDirectory.make(directory);
        }
    }

    private JarCache(Map<String, Path> known) {
        this.directory = null;
        this.known = Map.copyOf(known);
        this.files = userFiles();
    }

    /** Files of a user are beside the jars of the user; another directory of jars has them in itself. */
    private static FileStore filesBeside(Path directory, FileStore.Terms terms) {
        return directory.equals(userDirectory())
                ? new FileStore(directory.resolveSibling("files"), terms)
                : new FileStore(directory.resolve("files"), terms);
    }

    /** The files of this user on this host. */
    public static FileStore userFiles() {
        return filesBeside(userDirectory(), FileStore.Terms.USUAL);
    }

    /** The files of applications on this host. */
    public FileStore files() {
        return files;
    }

    /** Offers the files of these hashes, which have been verified, and stores no others. */
    public static JarCache ofFiles(Map<String, Path> verified) {
        return new JarCache(verified);
    }

    /**
     * The default directory of a user's jars: {@code $XDG_CACHE_HOME/sluice/jars}, else {@code ~/.cache/sluice/jars}.
     */
    public static Path userDirectory() {
        return OwnDirectory.path(JARS);
    }

    /** Hashes of the files here, not verified; a registration reports them. */
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>(known.keySet());
        if (directory == null) {
            return names;
        }
        try (Stream<Path> files = Files.list(directory)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[0-9a-f]{64}\\.jar"))
                    .sorted()
                    .forEach(name -> names.add(name.substring(0, name.length() - SUFFIX.length())));
        }
        return names;
    }

    /** The file with this content, if it is here and its hash is right; a file with a wrong hash is removed. */
    public Optional<Path> find(JarInfo jar) throws IOException {
        if (directory == null) {
            return Optional.ofNullable(known.get(jar.sha256()));
        }
        Path file = path(jar);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (Files.size(file) == jar.size() && ContentHash.of(file).equals(jar.sha256())) {
            return Optional.of(file);
        }
        Files.delete(file);
        return Optional.empty();
    }

    /** A new empty file in the same directory, to be filled and then passed to {@link #keep}. */
    Path temporary() throws IOException {
        return Files.createTempFile(stored(), "fetch-", ".part");
    }

    /** Renames a complete, verified temporary file to its final name, atomically. */
    Path keep(Path temporary, JarInfo jar) throws IOException {
        return Files.move(temporary, path(jar), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path path(JarInfo jar) {
        return stored().resolve(jar.sha256() + SUFFIX);
    }

    private Path stored() {
        if (directory == null) {
            throw new IllegalStateException("this cache stores no jars (expected: all jars are known)");
        }
        return directory;
    }
}
