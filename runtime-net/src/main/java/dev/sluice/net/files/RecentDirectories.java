package dev.sluice.net.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Directories of files that can be made again, each with a hash as its name, below a directory of bounded size. A
 * process keeps those that it uses until it ends; the least recently used others leave. Any thread.
 */
public final class RecentDirectories {
    private static final String BRIEF_LOCK = "recent.lock";
    private static final String LOCK = ".lock";

    private final Path directory;
    private final long mostBytes;

    /** @param mostBytes bound of the directories that nobody uses [bytes] */
    public RecentDirectories(Path directory, long mostBytes) {
        this.directory = directory;
        this.mostBytes = mostBytes;
    }

    /** A step of a few milliseconds. */
    public interface Step<T> {
        /** @param own the directory, which exists */
        T run(Path own) throws IOException;
    }

    /** Keeps a directory until this process ends, and runs a step with it while no other process runs one. */
    public <T> T use(String name, Step<T> step) throws IOException {
        OwnDirectory.make(directory);
        return StoreLock.briefly(directory.resolve(BRIEF_LOCK), () -> {
            var untilTheEnd = StoreLock.take(lock(name), true);
            if (untilTheEnd == null) {
                throw new IOException(lock(name) + ": locked (expected: only processes that make room lock it)");
            }
            Path own = OwnDirectory.make(directory.resolve(name));
            T result = step.run(own);
            Files.setLastModifiedTime(own, FileTime.from(Instant.now()));
            return result;
        });
    }

    /** Removes directories that nobody uses until the others of them fit; tells whether one was removed. */
    public boolean makeRoom() throws IOException {
        return StoreLock.briefly(directory.resolve(BRIEF_LOCK), () -> {
            List<Eviction.Entry> victims =
                    Eviction.victims(free(), 0, mostBytes).orElse(List.of());
            for (Eviction.Entry victim : victims) {
                Permissions.deleteTree(directory.resolve(victim.key()));
                Files.deleteIfExists(lock(victim.key()));
            }
            return !victims.isEmpty();
        });
    }

    private Path lock(String name) {
        return directory.resolve(name + LOCK);
    }

    /** The directories that nobody uses. */
    private List<Eviction.Entry> free() throws IOException {
        List<Path> all;
        try (Stream<Path> list = Files.list(directory)) {
            all = list.filter(Files::isDirectory).toList();
        }
        List<Eviction.Entry> entries = new ArrayList<>();
        for (Path each : all) {
            String name = each.getFileName().toString();
            if (name.matches("[0-9a-f]{8,64}") && (!Files.exists(lock(name)) || StoreLock.isFree(lock(name)))) {
                long used = Files.getLastModifiedTime(each).toMillis();
                entries.add(new Eviction.Entry(name, bytes(each), used, false));
            }
        }
        return entries;
    }

    private static long bytes(Path own) throws IOException {
        long bytes = 0;
        List<Path> files;
        try (Stream<Path> list = Files.list(own)) {
            files = list.toList();
        }
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}
