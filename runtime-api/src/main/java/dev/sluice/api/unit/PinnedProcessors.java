package dev.sluice.api.unit;

import dev.sluice.api.language.SearchPath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Processors that one process and its children have for themselves, with {@code --pin}. A locked file stands for each
 * taken processor, so that all workers of a user on one host choose different ones; locks end with their process. Any
 * thread.
 */
public final class PinnedProcessors implements AutoCloseable {
    private static final PinnedProcessors ALL = new PinnedProcessors(List.of());
    private static final String PROGRAM = "taskset";
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** The locked file of each processor that this process has taken; guarded by the class. */
    private static final Map<Integer, FileLock> TAKEN = new HashMap<>();

    private final List<Integer> own;
    /** Guarded by the class. */
    private boolean released;

    private PinnedProcessors(List<Integer> own) {
        this.own = List.copyOf(own);
    }

    /** Says why processes of this host cannot be pinned; empty: they can, or nobody wants it. */
    public static Optional<String> offence(int slots) {
        if (!UnitProcessors.pinned()) {
            return Optional.empty();
        }
        int allowed = allowed().size();
        if (SearchPath.find(PROGRAM).isEmpty()) {
            return Optional.of("--pin: no program " + PROGRAM + " on the search path (expected: that of util-linux)");
        }
        int all = slots * UnitProcessors.workersHere();
        return allowed >= all
                ? Optional.empty()
                : Optional.of("--pin: " + all + " slots on " + allowed
                        + " processors (expected: at most one slot for each processor)");
    }

    /**
     * Takes processors for a process that is about to start; without {@code --pin}, takes none.
     *
     * @throws IOException if too few are left
     */
    public static PinnedProcessors claim() throws IOException {
        return UnitProcessors.pinned() ? claim(UnitProcessors.each(), directory()) : ALL;
    }

    static synchronized PinnedProcessors claim(int wanted, Path locks) throws IOException {
        List<Integer> claimed = new ArrayList<>();
        TreeSet<Integer> allowed = allowed();
        for (int processor : allowed) {
            FileLock lock = claimed.size() == wanted || TAKEN.containsKey(processor) ? null : lock(locks, processor);
            if (lock != null) {
                TAKEN.put(processor, lock);
                claimed.add(processor);
            }
        }
        PinnedProcessors all = new PinnedProcessors(claimed);
        if (claimed.size() < wanted) {
            all.close();
            throw new IOException("--pin: " + claimed.size() + " of " + allowed.size() + " processors are free, and "
                    + wanted + " are wanted (expected: fewer slots, or no other pinned run on this host)");
        }
        return all;
    }

    private static @Nullable FileLock lock(Path directory, int processor) throws IOException {
        FileChannel file = FileChannel.open(
                directory.resolve(Integer.toString(processor)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = file.tryLock();
        if (lock == null) {
            file.close();
        }
        return lock;
    }

    /** The directory that all workers of this user on this host share. */
    private static Path directory() throws IOException {
        Path directory = Path.of("/tmp", "sluice-processors-" + System.getProperty("user.name"));
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return directory;
    }

    /** The processors on which this process may run. */
    static TreeSet<Integer> allowed() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(ALLOWED)) {
                    return parse(line.substring(ALLOWED.length()).strip());
                }
            }
        } catch (IOException notLinux) {
            // then there is no taskset either
        }
        return new TreeSet<>();
    }

    /** Reads a list such as {@code 0-3,8}. */
    static TreeSet<Integer> parse(String list) {
        TreeSet<Integer> all = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int next = Integer.parseInt(ends[0]); next <= last; next++) {
                all.add(next);
            }
        }
        return all;
    }

    /** The words before the command of the process; none without {@code --pin}. */
    public List<String> prefix() {
        String processors = own.stream().map(String::valueOf).collect(Collectors.joining(","));
        return own.isEmpty()
                ? List.of()
                : SearchPath.find(PROGRAM)
                        .map(program -> List.of(program, "-c", processors))
                        .orElse(List.of());
    }

    /** Gives the processors back, because the process has ended. */
    @Override
    public void close() {
        synchronized (PinnedProcessors.class) {
            if (released) {
                return;
            }
            released = true;
            for (int processor : own) {
                FileLock lock = TAKEN.remove(processor);
                if (lock != null) {
                    try {
                        lock.acquiredBy().close();
                    } catch (IOException e) {
                        // the lock ends with this process
                    }
                }
            }
        }
    }
}
