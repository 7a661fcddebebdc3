package dev.sluice.master.submaster;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.parent.JarDownload;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The application's jars and files on a sub-master. What is missing in the caches of the host comes from its master
 * once, for any number of workers. It is served, files while they arrive: no jar is loaded, no archive unpacked.
 * Confined to the loop; other threads hash what is cached.
 */
final class SubMasterJars {
    private final JarCache cache;
    private final Loop loop;
    private final Executor background;
    private final FileArrival inputs;
    private final Runnable ready;
    private final Consumer<SluiceException> failed;
    private final Map<String, Path> files = new HashMap<>();
    private final Deque<JarInfo> missing = new ArrayDeque<>();
    private @Nullable JarDownload download;
    private @Nullable Session session;
    private boolean searched;
    private boolean inputsBegun;
    private final ArrivingFiles arriving = new ArrivingFiles();
    private @Nullable ApplicationInfo told;
    private int searches;

    /** @param ready called when all jars are here; files follow */
    SubMasterJars(JarCache cache, Loop loop, Executor background, Runnable ready, Consumer<SluiceException> failed) {
        this.cache = cache;
        this.loop = loop;
        this.background = background;
        this.inputs = new FileArrival(cache.files(), loop, background, () -> {}, failed);
        inputs.watch(new FileArrival.Progress() {
            @Override
            public void grew(FileInfo file, Path part, long received) throws IOException {
                arriving.grew(file.sha256(), part, received);
            }

            @Override
            public void arrived(FileInfo file, Path path) throws IOException {
                arriving.complete(file.sha256(), path);
            }
        });
        this.ready = ready;
        this.failed = failed;
    }

    /** Looks for the jars in the cache, and asks the master for the rest. */
    void fetch(Session session, ApplicationInfo application) {
        int mine = ++searches;
        told = application;
        if (application.jars().isEmpty()) {
            search(mine, session, application); // nothing is hashed
            return;
        }
        background.execute(() -> search(mine, session, application));
    }

    private void search(int mine, Session session, ApplicationInfo application) {
        Map<String, Path> found = new HashMap<>();
        try {
            for (JarInfo jar : application.jars()) {
                cache.find(jar).ifPresent(file -> found.put(jar.sha256(), file));
            }
        } catch (IOException e) {
            loop.post(() -> failed.accept(unusable(e)));
            return;
        }
        loop.post(() -> {
            if (mine != searches) {
                return; // for a session that is lost
            }
            files.putAll(found);
            application.jars().stream()
                    .filter(jar -> !found.containsKey(jar.sha256()))
                    .forEach(missing::add);
            searched = true;
            proceed(session);
        });
    }

    private void proceed(Session from) {
        JarInfo next = missing.peekFirst();
        if (next == null) {
            bringFiles(from);
            ready.run();
            return;
        }
        try {
            download = new JarDownload(cache, next, from::send);
            session = from;
        } catch (IOException e) {
            failed.accept(unusable(e));
        }
    }

    /** Goes on with the files over another session, when all jars are here. */
    void bringFiles(Session from) {
        ApplicationInfo application = told;
        if (inputsBegun) {
            inputs.resume(from);
        } else if (application != null) {
            inputsBegun = true;
            arriving.expect(application.files());
            inputs.begin(from, packed(application.files()));
        }
    }

    /** Waits with the files for the next session. */
    void lostSession() {
        inputs.lost();
    }

    /** The files as they are served. */
    ArrivingFiles arriving() {
        return arriving;
    }

    /** The same files as they are served: archives are unpacked where units read them. */
    private static InputFiles packed(InputFiles files) {
        return new InputFiles(files.files().stream().map(FileInfo::packed).toList(), files.cacheBytes(), false);
    }

    /** Stores a received piece. Takes it over. */
    void received(FilePart part) {
        JarDownload current = download;
        Session from = session;
        try {
            if (inputs.expects(part)) {
                inputs.received(part);
                return;
            }
            if (current == null || from == null) {
                throw new NetException(ErrorCode.UNEXPECTED_MESSAGE, "piece of a jar (expected: only after a fetch)");
            }
            Optional<Path> file = current.received(part);
            if (file.isPresent()) {
                files.put(current.jar().sha256(), file.get());
                missing.removeFirst();
                abandon();
                proceed(from);
            }
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            part.release();
        }
    }

    boolean complete() {
        return searched && missing.isEmpty();
    }

    /** The jars by their hashes; complete after {@code ready}. */
    Map<String, Path> files() {
        return Map.copyOf(files);
    }

    /** Forgets the broken session: missing jars are looked for again. */
    void lost() {
        abandon();
        lostSession();
        missing.clear();
        session = null;
        searched = false;
        searches++;
    }

    /** Discards incomplete jars, and lets the caches of this host remove the files. */
    void close() {
        abandon();
        inputs.close();
    }

    private void abandon() {
        JarDownload current = download;
        download = null;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                failed.accept(unusable(e));
            }
        }
    }

    private static NetException unusable(IOException e) {
        return new NetException(
                FileTrouble.ofWriting(e),
                "jar cache: " + FileTrouble.named(e) + " (expected: a directory with room; choose one with --cache)");
    }
}
