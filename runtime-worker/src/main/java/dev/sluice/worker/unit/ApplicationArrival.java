package dev.sluice.worker.unit;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.message.Message;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.parent.JarDownload;
import dev.sluice.net.peer.PeerFiles;
import dev.sluice.net.peer.PeerNetwork;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Fetches and loads the application: looks for its jars in the cache, fetches missing ones one after the other, brings
 * its files, then loads it. Hashing and loading run on a thread of their own; everything else is confined to the worker
 * loop.
 */
public final class ApplicationArrival {
    private final JarCache cache;
    private final Loop loop;
    private final Consumer<LoadedApplication> ready;
    private final Consumer<WorkerException> failed;
    private final FileArrival inputs;
    private final Map<String, Path> files = new HashMap<>();
    private final Deque<JarInfo> missing = new ArrayDeque<>();
    private @Nullable ApplicationInfo info;
    private @Nullable Session session;
    private @Nullable JarDownload download;
    private @Nullable PeerFiles peers;
    /** True from the moment when all jars are here. */
    private boolean jarsComplete;

    /** @param ready called once on the loop when it is loaded; else {@code failed} is called once on the loop */
    public ApplicationArrival(
            JarCache cache, Loop loop, Consumer<LoadedApplication> ready, Consumer<WorkerException> failed) {
        this.cache = cache;
        this.inputs = new FileArrival(
                cache.files(),
                loop,
                FileArrival.threads("worker-files"),
                this::load,
                e -> failed.accept(new WorkerException(e.code(), String.valueOf(e.getMessage()), e)));
        this.loop = loop;
        this.ready = loaded -> {
            carry(loaded);
            ready.accept(loaded);
        };
        this.failed = failed;
    }

    /** Fetches files from other workers, too, and passes them on; called before the first session. */
    public void share(PeerNetwork network) {
        PeerFiles sharing = new PeerFiles(loop, network, inputs);
        peers = sharing;
        inputs.watch(sharing);
        inputs.origin(sharing);
    }

    /** Messages between the parts of this application come from other workers, too. */
    private void carry(LoadedApplication loaded) {
        PeerFiles sharing = peers;
        if (sharing != null) {
            loaded.application().residence().ifPresent(sharing::carry);
        }
    }

    /** Records the application to load, on the first session or on a later one. */
    public void registered(Session next, ApplicationInfo told) {
        session = next;
        PeerFiles sharing = peers;
        if (sharing != null) {
            sharing.begin(next, told.files());
        }
        if (info == null && told.jars().isEmpty()) {
            return; // a master that only wants to know the machines
        }
        if (info == null) {
            info = told;
            background(() -> find(told), found -> {
                files.putAll(found);
                told.jars().stream()
                        .filter(jar -> !files.containsKey(jar.sha256()))
                        .forEach(missing::add);
                proceed();
            });
        } else if (!missing.isEmpty()) {
            proceed();
        } else if (jarsComplete) {
            inputs.resume(next);
        }
    }

    /** Records that the session broke: an incomplete file is fetched again on the next one. */
    public void lost() {
        session = null;
        abandon();
        inputs.lost();
        PeerFiles sharing = peers;
        if (sharing != null) {
            sharing.lost();
        }
    }

    /** Stops fetching, and lets the caches of this host remove what this worker used. */
    public void close() {
        inputs.close();
        PeerFiles sharing = peers;
        if (sharing != null) {
            sharing.close();
        }
    }

    /** Follows a message about jars and files; false for one about something else. */
    public boolean received(Message message) {
        PeerFiles sharing = peers;
        if (!(message instanceof FilePart part)) {
            return sharing != null && sharing.received(message);
        }
        try {
            store(part);
        } finally {
            part.release();
        }
        return true;
    }

    private void store(FilePart part) {
        if (inputs.expects(part)) {
            inputs.received(part);
            return;
        }
        JarDownload current = download;
        if (current == null) {
            throw new WorkerException(ErrorCode.UNEXPECTED_MESSAGE, "piece of a jar (expected: only after a fetch)");
        }
        try {
            Optional<Path> file = current.received(part);
            if (file.isPresent()) {
                files.put(current.jar().sha256(), file.get());
                missing.removeFirst();
                abandon();
                proceed();
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private void proceed() {
        Session open = session;
        JarInfo next = missing.peekFirst();
        if (next == null) {
            bringFiles();
        } else if (open != null && download == null) {
            try {
                download = new JarDownload(cache, next, open::send);
            } catch (IOException e) {
                failed.accept(unwritable(e));
            }
        }
    }

    private void bringFiles() {
        ApplicationInfo told = info;
        if (told != null && !jarsComplete) {
            jarsComplete = true;
            inputs.begin(session, told.files());
        }
    }

    private void load() {
        ApplicationInfo told = info;
        if (told != null) {
            List<Path> jars = new ArrayList<>();
            told.jars().forEach(jar -> jars.add(files.get(jar.sha256())));
            Map<String, Path> byName = inputs.byName();
            background(() -> LoadedApplication.load(told, jars, byName), ready);
        }
    }

    private Map<String, Path> find(ApplicationInfo told) throws IOException {
        Map<String, Path> found = new HashMap<>();
        for (JarInfo jar : told.jars()) {
            cache.find(jar).ifPresent(file -> found.put(jar.sha256(), file));
        }
        return found;
    }

    private <T> void background(Callable<T> task, Consumer<T> then) {
        Thread thread = new Thread(
                () -> {
                    try {
                        T result = task.call();
                        loop.post(() -> then.accept(result));
                    } catch (WorkerException e) {
                        loop.post(() -> failed.accept(e));
                    } catch (IOException e) {
                        loop.post(() -> failed.accept(unwritable(e)));
                    } catch (Throwable e) {
                        WorkerException wrapped =
                                new WorkerException(ErrorCode.BAD_APPLICATION, "application: " + e, e);
                        loop.post(() -> failed.accept(wrapped));
                    }
                },
                "worker-load");
        thread.setDaemon(true);
        thread.start();
    }

    private void abandon() {
        if (download != null) {
            try {
                download.close();
            } catch (IOException e) {
                throw unwritable(e);
            } finally {
                download = null;
            }
        }
    }

    private static WorkerException unwritable(IOException e) {
        return new WorkerException(
                FileTrouble.ofWriting(e),
                "jar cache: " + FileTrouble.named(e) + " (expected: a directory with room; choose one with --cache)",
                e);
    }
}
