package dev.sluice.master.files;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The application's jars and files, mapped into memory, and the description of the application for workers. Immutable
 * but for files that arrive, which are confined to the loop.
 */
public final class Jars {
    private final Map<String, MappedFile> byHash;
    private final ApplicationInfo info;
    private final ArrivingFiles arriving;

    private Jars(Map<String, MappedFile> byHash, ApplicationInfo info, ArrivingFiles arriving) {
        this.byHash = byHash;
        this.info = info;
        this.arriving = arriving;
    }

    /** Maps and hashes the jars; they must not change during the run. */
    public static Jars open(List<Path> paths, String className, List<String> arguments) throws IOException {
        Map<String, MappedFile> byHash = new HashMap<>();
        List<JarInfo> jars = new ArrayList<>();
        for (Path path : paths) {
            MappedFile file = MappedFile.of(path);
            String hash = ContentHash.of(path);
            byHash.put(hash, file);
            jars.add(new JarInfo(path.getFileName().toString(), hash, file.size()));
        }
        return new Jars(byHash, new ApplicationInfo(jars, className, arguments), new ArrivingFiles());
    }

    /**
     * Maps the files in which a sub-master stores the application's jars, by their verified hashes.
     *
     * @param arriving files that are served as they come
     */
    public static Jars serve(Map<String, Path> jars, ApplicationInfo info, ArrivingFiles arriving) throws IOException {
        return new Jars(map(jars), info, arriving);
    }

    /** The same jars with the files of a run. */
    public Jars with(RunInputs inputs) throws IOException {
        Map<String, MappedFile> all = map(inputs.byHash());
        all.putAll(byHash);
        return new Jars(all, info.with(inputs.described()), arriving);
    }

    private static Map<String, MappedFile> map(Map<String, Path> files) throws IOException {
        Map<String, MappedFile> byHash = new HashMap<>();
        for (Map.Entry<String, Path> each : files.entrySet()) {
            byHash.put(each.getKey(), MappedFile.of(each.getValue()));
        }
        return byHash;
    }

    public ApplicationInfo info() {
        return info;
    }

    /** Answers a request of a file that arrives, now or later; false if it is of none. */
    public boolean serveArriving(Session session, Fetch fetch) {
        return arriving.serve(session, fetch);
    }

    /**
     * The requested bytes, or empty if there is no such jar, file or part.
     *
     * @throws SluiceException if the file has another size than when the run began
     */
    public Optional<Payload> part(String sha256, long offset, int length) {
        MappedFile file = byHash.get(sha256);
        if (file == null || offset >= file.size()) {
            return Optional.empty();
        }
        if (file.hasOtherSize()) {
            throw new SluiceException(
                    ErrorCode.INPUT_FILE_CHANGED,
                    file.path().getFileName() + ": it has changed since the run began (expected: it stays as it is)");
        }
        return Optional.of(file.part(offset, length));
    }

    /** A file of any size, open for the whole run and mapped into memory in windows. Immutable; any thread. */
    private static final class MappedFile {
        /** Size of a window [bytes]. */
        private static final long WINDOW = 1L << 30;

        private final Path path;
        private final List<ByteBuffer> windows;
        private final FileChannel file;
        private final long size;

        private MappedFile(Path path, List<ByteBuffer> windows, FileChannel file, long size) {
            this.path = path;
            this.windows = windows;
            this.file = file;
            this.size = size;
        }

        /** Opens and maps a file. */
        public static MappedFile of(Path path) throws IOException {
            List<ByteBuffer> windows = new ArrayList<>();
            FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
            long size = file.size();
            for (long from = 0; from < size; from += WINDOW) {
                windows.add(file.map(FileChannel.MapMode.READ_ONLY, from, Math.min(WINDOW, size - from)));
            }
            return new MappedFile(path, windows, file, size);
        }

        /** The path by which it was opened. */
        public Path path() {
            return path;
        }

        /** Its size when it was opened [bytes]. */
        public long size() {
            return size;
        }

        /** Tells whether the file was cut off or has grown: mapped bytes beyond its end must not be read. */
        public boolean hasOtherSize() {
            try {
                return file.size() != size;
            } catch (IOException gone) {
                return true;
            }
        }

        /** The bytes from {@code offset} on, fewer than {@code length} only at the end; {@code offset} is within. */
        public Payload part(long offset, int length) {
            List<Payload> parts = new ArrayList<>(1);
            long end = Math.min(size, offset + length);
            for (long from = offset; from < end; ) {
                ByteBuffer window = windows.get((int) (from / WINDOW));
                int start = (int) (from % WINDOW);
                int count = (int) Math.min(end - from, window.capacity() - start);
                parts.add(Payload.wrap(window.slice(start, count)));
                from += count;
            }
            return parts.size() == 1 ? parts.get(0) : Payload.concat(parts);
        }
    }
}
