package dev.sluice.net.files;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.Taken.Claim;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings the files of a run to this process, one after the other: finds each in the cache of the host, waits for
 * another process that fetches it, or fetches it. Confined to the loop; hashing and unpacking run on other threads.
 */
public final class FileArrival {
    /** Pause before it asks again for a file that another process fetches [ns]. */
    private static final long AGAIN_NANOS = 100_000_000L;

    private final FileStore store;
    private final Loop loop;
    private final Executor background;
    private final Runnable ready;
    private final Consumer<SluiceException> failed;
    private final Map<FileInfo, Path> found = new HashMap<>();
    private final List<Taken.Pin> pins = new ArrayList<>();
    private final Deque<FileInfo> missing = new ArrayDeque<>();
    private @Nullable Progress progress;
    private @Nullable Origin origin;
    private InputFiles told = InputFiles.NONE;
    private @Nullable Session session;
    private @Nullable Claim claim;
    private @Nullable Download download;
    /** True while a task of this runs in the background. */
    private boolean searching;

    private boolean closed;

    /**
     * Makes it; begins nothing.
     *
     * @param ready called on the loop when all files are here
     * @param failed called on the loop when one never will be
     */
    public FileArrival(
            FileStore store, Loop loop, Executor background, Runnable ready, Consumer<SluiceException> failed) {
        this.store = store;
        this.loop = loop;
        this.background = background;
        this.ready = ready;
        this.failed = failed;
    }

    /** A daemon thread for each task. */
    public static Executor threads(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        };
    }

    /** Learns how far a file is that is fetched from its start. Called on the loop. */
    public interface Progress {
        /**
         * Called with 0 when it begins, also when it begins again, and after each piece.
         *
         * @param part the file that grows
         * @param received bytes of it that are here [bytes]
         */
        void grew(FileInfo file, Path part, long received) throws IOException;

        /** Called when all of it is here, and its content is right. */
        void arrived(FileInfo file, Path path) throws IOException;
    }

    /** Finds the sources of files that not only the master has. Called on the loop. */
    public interface Origin {
        /** Finds a source for this file, and tells it by {@link FileArrival#fetchFrom}, more than once if it has to. */
        void find(FileInfo file);

        /** Learns that the bytes of this file were wrong. Returns whether not all of them came from the master. */
        boolean wasWrong(FileInfo file);
    }

    /** Lets this one learn of all files; called before {@link #begin}. */
    public void watch(Progress watcher) {
        progress = watcher;
    }

    /** Lets this one find the sources of the files for which workers ask; called before {@link #begin}. */
    public void origin(Origin chooser) {
        origin = chooser;
    }

    /** Begins with these files; called once. Fetches over this session, or over the one of {@link #resume} if null. */
    public void begin(@Nullable Session open, InputFiles files) {
        session = open;
        told = files;
        missing.addAll(files.files());
        proceed();
    }

    /** Goes on over another session. */
    public void resume(Session open) {
        session = open;
        if (!missing.isEmpty()) {
            proceed();
        }
    }

    /** Records that the session broke. The right to fetch goes to whoever asks next; what has arrived stays. */
    public void lost() {
        session = null;
        Claim given = claim;
        stopDownload();
        claim = null;
        if (given != null) {
            attempt(given::close);
        }
    }

    /** Tells whether this piece is of a file that is being fetched. */
    public boolean expects(FilePart part) {
        Download current = download;
        return current != null && current.isOf(part.sha256());
    }

    /** Stores a piece that is expected; the caller releases it. Returns whether it was the last one. */
    public boolean received(FilePart part) {
        Download current = download;
        Claim mine = claim;
        if (current == null || mine == null) {
            throw new SluiceException(ErrorCode.UNEXPECTED_MESSAGE, "piece of a file (expected: only after a fetch)");
        }
        try {
            boolean last = current.received(part);
            grew(mine, current);
            if (last) {
                publish(mine);
            }
            return last;
        } catch (Download.WrongContent e) {
            refetch(mine, e);
            return true;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Paths of the files by their names; complete after {@code ready}. */
    public Map<String, Path> byName() {
        Map<String, Path> paths = new HashMap<>();
        found.forEach((file, path) -> paths.put(file.name(), path));
        return paths;
    }

    /** Stops fetching, and lets the cache remove the files again. */
    public void close() {
        closed = true;
        lost();
        pins.forEach(pin -> attempt(pin::close));
        pins.clear();
    }

    private void proceed() {
        FileInfo next = missing.peekFirst();
        if (next == null) {
            ready.run();
        } else if (!searching && claim == null && !closed) {
            searching = true;
            inBackground(() -> store.take(next, told.cacheBytes()), taken -> {
                searching = false;
                taken(taken);
            });
        }
    }

    private void taken(Taken taken) {
        if (taken instanceof Taken.Here here) {
            arrived(here);
        } else if (taken instanceof Taken.Mine mine) {
            fetch(mine.claim());
        } else {
            loop.schedule(AGAIN_NANOS, this::proceed);
        }
    }

    private void arrived(Taken.Here here) {
        if (closed) {
            attempt(here.pin()::close);
            return;
        }
        pins.add(here.pin());
        FileInfo file = missing.removeFirst();
        found.put(file, here.path());
        Progress watcher = progress;
        if (watcher != null) {
            attempt(() -> watcher.arrived(file, here.path()));
        }
        proceed();
    }

    private void fetch(Claim mine) {
        Session open = session;
        if (open == null || closed) {
            attempt(mine::close); // another one may have it until there is a session again
            return;
        }
        claim = mine;
        Origin chooser = origin;
        if (chooser == null || !told.asks(mine.file())) {
            begin(mine, open::send);
        } else {
            chooser.find(mine.file());
        }
    }

    /** Fetches a file from the source that was found for it; goes on with the next piece if this is another source. */
    public void fetchFrom(FileInfo file, Consumer<Fetch> requests) {
        Claim mine = claim;
        Download current = download;
        if (mine == null || !mine.file().equals(file)) {
            return; // the claim was given up
        }
        if (current == null) {
            begin(mine, requests);
        } else {
            current.resume(requests);
        }
    }

    private void begin(Claim mine, Consumer<Fetch> requests) {
        FileInfo file = mine.file();
        try {
            Download begun = new Download(
                    new Download.Content("file " + file.name(), file.sha256(), file.size()), mine.target(), requests);
            download = begun;
            grew(mine, begun);
            if (begun.complete()) {
                begun.verify(); // nothing was missing, or the file is empty
                publish(mine);
            }
        } catch (Download.WrongContent e) {
            refetch(mine, e);
        } catch (IOException e) {
            failed.accept(unwritable(e));
        }
    }

    private void grew(Claim mine, Download current) throws IOException {
        Progress watcher = progress;
        if (watcher != null && mine.target().offset() == 0) {
            watcher.grew(mine.file(), mine.target().file(), current.receivedBytes());
        }
    }

    private void publish(Claim mine) {
        stopDownload();
        claim = null;
        searching = true;
        inBackground(() -> store.publish(mine), here -> {
            searching = false;
            arrived(here);
        });
    }

    /**
     * A file that was resumed, or did not come from the master alone, is fetched once more from its start, because the
     * part of before may be wrong.
     */
    private void refetch(Claim mine, SluiceException why) {
        Origin chooser = origin;
        boolean others = chooser != null && chooser.wasWrong(mine.file());
        boolean resumed = others || mine.target().offset() > 0;
        stopDownload();
        claim = null;
        searching = true;
        inBackground(
                () -> {
                    store.abandon(mine);
                    return resumed;
                },
                again -> {
                    searching = false;
                    if (again) {
                        proceed();
                    } else {
                        fail(new SluiceException(ErrorCode.INPUT_FILE_CHANGED, String.valueOf(why.getMessage()), why));
                    }
                });
    }

    private void stopDownload() {
        Download current = download;
        download = null;
        if (current != null) {
            attempt(current::close);
        }
    }

    private <T> void inBackground(Callable<T> task, Consumer<T> then) {
        background.execute(() -> {
            try {
                T result = task.call();
                loop.execute(() -> then.accept(result));
            } catch (SluiceException e) {
                loop.execute(() -> fail(e));
            } catch (IOException e) {
                loop.execute(() -> fail(unwritable(e)));
            } catch (Exception e) {
                loop.execute(() -> fail(new SluiceException(ErrorCode.INTERNAL, "files: " + e, e)));
            }
        });
    }

    /** Ends the arrival of files with this error. */
    public void fail(SluiceException e) {
        searching = false;
        if (!closed) {
            failed.accept(e);
        }
    }

    /** A step that may fail on the disk. */
    private interface Step {
        void run() throws IOException;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            fail(unwritable(e));
        }
    }

    private static SluiceException unwritable(IOException e) {
        return new SluiceException(
                FileTrouble.ofWriting(e),
                "file cache: " + FileTrouble.named(e) + " (expected: a directory with room; choose one with --cache)",
                e);
    }
}
