package dev.sluice.net.files;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.Taken.Claim;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of applications on one host, in a directory that only its owner may enter and that all processes of the
 * user share. An entry is complete or absent, has the SHA-256 of its content as its name, and is hashed before every
 * use. Entries in use are pinned by lock files; the least recently used others leave when the bound is reached. Any
 * thread except a loop, because its methods hash files.
 */
public final class FileStore {
    /** Bound of the cache unless the user sets another one [bytes]. */
    public static final long USUAL_BYTES = 10L << 30;

    private static final String BRIEF_LOCK = "cache.lock";
    private static final String LOCK = ".lock";
    private static final String PART = ".part";
    private static final String FRESH = ".new";
    private static final String GONE = "gone-";

    private final Path directory;
    private final Terms terms;

    /**
     * The choices of this process.
     *
     * @param bytes bound of the cache, whatever the run says; 0 for none [bytes]
     * @param copies whether a file whose original is on this machine is copied too, instead of used in its place
     */
    public record Terms(long bytes, boolean copies) {
        /** Terms of the run, and originals in their places. */
        public static final Terms USUAL = new Terms(0, false);
    }

    /** Makes it; touches no file until the first use. */
    public FileStore(Path directory, Terms terms) {
        this.directory = directory;
        this.terms = terms;
    }

    /**
     * Reads an archive as workers will.
     *
     * @param mostBytes of its files together; 0 for the usual bound [bytes]
     * @throws SluiceException if it is refused
     */
    public static void checkArchive(Path archive, long mostBytes) throws IOException {
        try {
            Unpacker.check(archive, mostBytes == 0 ? USUAL_BYTES : mostBytes);
        } catch (ArchiveException e) {
            throw new SluiceException(ErrorCode.ARCHIVE_REFUSED, archive + ": " + e.getMessage(), e);
        }
    }

    /**
     * Finds a file, or claims the right to fetch it.
     *
     * @param runBytes bound that the run sets; 0 for none [bytes]
     * @throws SluiceException if the cache has no room for it, or it is an archive that is refused
     */
    public Taken take(FileInfo file, long runBytes) throws IOException {
        Path original = terms.copies() ? null : original(file);
        if (original != null && !file.unpack()) {
            return new Taken.Here(original, Taken.Pin.NONE);
        }
        long mostBytes = terms.bytes() > 0 ? terms.bytes() : runBytes > 0 ? runBytes : USUAL_BYTES;
        prepare();
        String key = key(file);
        for (; ; ) {
            Found found = briefly(() -> find(key));
            if (found.lock == null) {
                return new Taken.Busy();
            }
            if (!found.exists) {
                return claimed(file, original, found.lock, mostBytes);
            }
            if (isRight(file, entry(key))) {
                return new Taken.Here(visible(file, entry(key)), found.lock::close);
            }
            found.lock.close();
            discard(file, key);
        }
    }

    /**
     * Returns the directory that an archive is unpacked to, which stays in use until this process ends.
     *
     * @param original the archive, which has not changed since it was described
     * @param runBytes bound that the run sets; 0 for none [bytes]
     */
    public Path unpacked(FileInfo file, Path original, long runBytes) throws IOException {
        for (; ; ) {
            Taken taken = take(file, runBytes);
            if (taken instanceof Taken.Here here) {
                return here.path();
            }
            if (taken instanceof Taken.Mine mine) {
                mine.claim().close();
                throw new SluiceException(
                        ErrorCode.INPUT_FILE_CHANGED,
                        "file " + file.name() + ": " + original + " has changed (expected: it stays as it is)");
            }
            try {
                TimeUnit.MILLISECONDS.sleep(100); // another process unpacks it
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while another process unpacks " + file.name());
            }
        }
    }

    /** @param lock shared if the entry exists, else exclusive; null if another process has it */
    private record Found(boolean exists, @Nullable StoreLock lock) {}

    private Found find(String key) throws IOException {
        boolean exists = Files.isDirectory(entry(key), LinkOption.NOFOLLOW_LINKS);
        StoreLock lock = StoreLock.take(sibling(key, LOCK), exists);
        if (exists && lock != null) {
            Files.setLastModifiedTime(entry(key), FileTime.from(Instant.now()));
        }
        return new Found(exists, lock);
    }

    /** The original, if it is on this machine and has the right content. */
    private static @Nullable Path original(FileInfo file) throws IOException {
        if (file.path().isEmpty() || !file.machine().equals(ThisHost.machine())) {
            return null;
        }
        Path path = Path.of(file.path());
        boolean same = Files.isReadable(path)
                && Files.isRegularFile(path)
                && Files.size(path) == file.size()
                && ContentHash.known(path).equals(file.sha256());
        return same ? path : null;
    }

    private Taken claimed(FileInfo file, @Nullable Path original, StoreLock lock, long mostBytes) throws IOException {
        boolean kept = false;
        try {
            Permissions.deleteTree(sibling(key(file), FRESH));
            if (file.unpack()) {
                Taken unpacked = unpackFromHere(file, original, lock, mostBytes);
                if (unpacked != null) {
                    kept = true;
                    return unpacked;
                }
            }
            Path part = sibling(key(file), PART);
            long before = Files.exists(part) ? Files.size(part) : 0;
            makeRoom(file, Math.max(0, file.size() - before), mostBytes);
            Claim claim = new Claim(file, target(file, part, before), mostBytes, lock);
            kept = true;
            return new Taken.Mine(claim);
        } finally {
            if (!kept) {
                lock.close();
            }
        }
    }

    /** Unpacks an archive that is on this host, as the original or as an entry; null if it is not. */
    private @Nullable Taken unpackFromHere(FileInfo file, @Nullable Path original, StoreLock lock, long mostBytes)
            throws IOException {
        if (original != null) {
            return placed(file, original, lock, mostBytes);
        }
        Found packed = briefly(() -> {
            boolean exists = Files.isDirectory(entry(file.sha256()), LinkOption.NOFOLLOW_LINKS);
            return exists ? find(file.sha256()) : new Found(false, null);
        });
        if (packed.lock == null) {
            return null;
        }
        try {
            Path archive = entry(file.sha256()).resolve("content");
            boolean right =
                    Files.isRegularFile(archive) && ContentHash.of(archive).equals(file.sha256());
            return right ? placed(file, archive, lock, mostBytes) : null;
        } finally {
            packed.lock.close();
        }
    }

    private static Download.Target target(FileInfo file, Path part, long before) throws IOException {
        if (before == 0 || before > file.size()) {
            Files.deleteIfExists(part);
            Files.createFile(part);
            return Download.Target.empty(part);
        }
        MessageDigest digest = ContentHash.sha256();
        ContentHash.update(digest, part);
        return new Download.Target(part, before, digest);
    }

    /** Makes a complete, verified download an entry. The claim is over, also if this throws. */
    public Taken.Here publish(Claim claim) throws IOException {
        boolean kept = false;
        try {
            Taken.Here here = placed(claim.file(), claim.target().file(), claim.lock(), claim.mostBytes());
            kept = true;
            return here;
        } finally {
            if (!kept) {
                abandon(claim);
            }
        }
    }

    /** Deletes what a claim has downloaded, and gives the claim up. */
    public void abandon(Claim claim) throws IOException {
        try {
            Files.deleteIfExists(claim.target().file());
        } finally {
            claim.close();
        }
    }

    /** Makes an entry from a complete file, and turns the exclusive lock into a shared one. */
    private Taken.Here placed(FileInfo file, Path source, StoreLock lock, long mostBytes) throws IOException {
        String key = key(file);
        Path fresh = sibling(key, FRESH);
        Permissions.deleteTree(fresh);
        Files.createDirectory(fresh);
        try {
            fill(fresh, file, source, mostBytes);
        } catch (ArchiveException e) {
            Permissions.deleteTree(fresh);
            throw new SluiceException(ErrorCode.ARCHIVE_REFUSED, "file " + file.name() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            Permissions.deleteTree(fresh);
            throw e;
        }
        Files.deleteIfExists(sibling(key, PART));
        StoreLock shared = briefly(() -> {
                    Files.move(fresh, entry(key));
                    lock.close();
                    return Optional.ofNullable(StoreLock.take(sibling(key, LOCK), true));
                })
                .orElseThrow(() ->
                        new IOException(directory + ": a lock that was just released is taken (expected: it is free)"));
        if (file.unpack()) {
            makeRoom(file, 0, mostBytes);
        }
        return new Taken.Here(visible(file, entry(key)), shared::close);
    }

    private static void fill(Path fresh, FileInfo file, Path source, long mostBytes) throws IOException {
        String info;
        if (file.unpack()) {
            Path tree = Files.createDirectory(fresh.resolve("tree"));
            long bytes = new Unpacker(tree, mostBytes).unpack(source);
            Permissions.closeTree(tree);
            info = bytes + " " + treeHash(tree);
        } else {
            Path content = Files.move(source, fresh.resolve("content"));
            Permissions.set(content, file.executable() ? Permissions.PROGRAM : Permissions.FILE);
            info = file.size() + " " + file.sha256();
        }
        Files.writeString(fresh.resolve("info"), info);
    }

    private static boolean isRight(FileInfo file, Path entry) throws IOException {
        Path content = entry.resolve(file.unpack() ? "tree" : "content");
        if (!Files.exists(content, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (file.unpack()) {
            String[] info = Files.readString(entry.resolve("info")).split(" ");
            return info.length == 2 && treeHash(content).equals(info[1]);
        }
        return Files.size(content) == file.size() && ContentHash.of(content).equals(file.sha256());
    }

    /** Removes a damaged entry. */
    private void discard(FileInfo file, String key) throws IOException {
        Path gone = briefly(
                        () -> StoreLock.isFree(sibling(key, LOCK)) ? Optional.of(remove(key)) : Optional.<Path>empty())
                .orElseThrow(() -> new IOException("file " + file.name() + ": " + entry(key)
                        + " is damaged and in use (expected: nobody changes it)"));
        Permissions.deleteTree(gone);
    }

    /** The path for the application: a link with the name of the file, because programs look at its ending. */
    private static Path visible(FileInfo file, Path entry) throws IOException {
        if (file.unpack()) {
            return entry.resolve("tree");
        }
        Path content = entry.resolve("content");
        Path named = entry.resolve("as").resolve(file.name());
        try {
            Files.createDirectories(named.getParent());
            if (!Files.exists(named)) {
                Files.createLink(named, content);
            }
        } catch (IOException | UnsupportedOperationException e) {
            if (!Files.exists(named)) {
                return content; // no links here, or the name is the directory of another one
            }
        }
        return Files.isSameFile(named, content) ? named : content;
    }

    /** Removes entries until so many more bytes fit. */
    private void makeRoom(FileInfo file, long needed, long mostBytes) throws IOException {
        List<Path> gone = briefly(() -> {
            List<Eviction.Entry> entries = entries();
            List<Eviction.Entry> victims = Eviction.victims(entries, needed, mostBytes)
                    .orElseThrow(() -> new SluiceException(
                            ErrorCode.FILE_CACHE_FULL,
                            "file " + file.name() + ": " + needed + " more bytes in " + directory + " with "
                                    + used(entries) + " in use (expected: at most " + mostBytes + " together)"));
            List<Path> paths = leftovers();
            for (Eviction.Entry victim : victims) {
                paths.add(remove(victim.key()));
            }
            return paths;
        });
        for (Path path : gone) {
            Permissions.deleteTree(path);
        }
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < needed) {
            throw new SluiceException(
                    ErrorCode.DISK_FULL,
                    "file " + file.name() + ": " + needed + " bytes for " + directory + ", where " + free
                            + " are free (expected: more room, or another directory with --cache)");
        }
    }

    private static long used(List<Eviction.Entry> entries) {
        return entries.stream()
                .filter(Eviction.Entry::pinned)
                .mapToLong(Eviction.Entry::bytes)
                .sum();
    }

    /** Takes an entry, or a partial file, out of the cache; called briefly. Returns what to delete. */
    private Path remove(String key) throws IOException {
        Path gone = directory.resolve(GONE + key + "-" + Long.toHexString(System.nanoTime()));
        if (Files.exists(entry(key), LinkOption.NOFOLLOW_LINKS)) {
            Files.move(entry(key), gone);
        }
        Files.deleteIfExists(sibling(key, PART));
        Files.deleteIfExists(sibling(key, LOCK));
        return gone;
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return new ArrayList<>(
                    all.filter(path -> path.getFileName().toString().startsWith(GONE))
                            .toList());
        }
    }

    private List<Eviction.Entry> entries() throws IOException {
        List<Eviction.Entry> entries = new ArrayList<>();
        List<Path> all;
        try (Stream<Path> list = Files.list(directory)) {
            all = list.toList();
        }
        for (Path path : all) {
            String name = path.getFileName().toString();
            boolean part = name.endsWith(PART);
            String key = part ? name.substring(0, name.length() - PART.length()) : name;
            if (key.matches("[0-9a-f]{64}(-[a-z]+)?")) {
                boolean pinned = !StoreLock.isFree(sibling(key, LOCK));
                long bytes = part ? Files.size(path) : bytes(path);
                entries.add(new Eviction.Entry(
                        key, bytes, Files.getLastModifiedTime(path).toMillis(), pinned));
            }
        }
        return entries;
    }

    private static long bytes(Path entry) {
        try {
            return Long.parseLong(Files.readString(entry.resolve("info")).split(" ")[0]);
        } catch (IOException | NumberFormatException damaged) {
            return 0;
        }
    }

    private static String key(FileInfo file) {
        return file.sha256() + (file.unpack() ? "-unpacked" : file.executable() ? "-program" : "");
    }

    private Path entry(String key) {
        return directory.resolve(key);
    }

    private Path sibling(String key, String suffix) {
        return directory.resolve(key + suffix);
    }

    private <T> T briefly(StoreLock.Step<T> step) throws IOException {
        return StoreLock.briefly(directory.resolve(BRIEF_LOCK), step);
    }

    private void prepare() throws IOException {
        OwnDirectory.make(directory);
    }

    /** SHA-256 of a directory: the names, kinds, links, execute bits and contents of everything below it. */
    private static String treeHash(Path root) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted().toList();
        }
        MessageDigest digest = ContentHash.sha256();
        for (Path path : all) {
            hashed(digest, root.relativize(path).toString());
            if (Files.isSymbolicLink(path)) {
                hashed(digest, "link " + Files.readSymbolicLink(path));
            } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                hashed(digest, "file " + Files.size(path) + (Files.isExecutable(path) ? " x" : ""));
                ContentHash.update(digest, path);
            } else {
                hashed(digest, "directory");
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void hashed(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
