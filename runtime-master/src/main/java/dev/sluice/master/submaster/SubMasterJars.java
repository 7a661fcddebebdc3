package dev.sluice.master.submaster;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.parent.JarDownload;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The application's jars on a sub-master. Jars missing in the cache come from its master once, for any number of
 * workers. They are served, not loaded. Confined to the loop; a thread of its own hashes the cached jars.
 */
final class SubMasterJars {
    private final JarCache cache;
    private final Loop loop;
    private final Runnable ready;
    private final Consumer<SluiceException> failed;
    private final Map<String, Path> files = new HashMap<>();
    private final Deque<JarInfo> missing = new ArrayDeque<>();
    private @Nullable JarDownload download;
    private @Nullable Session session;
    private boolean searched;
    private int searches;

    /** @param ready called when all jars are here */
    SubMasterJars(JarCache cache, Loop loop, Runnable ready, Consumer<SluiceException> failed) {
        this.cache = cache;
        this.loop = loop;
        this.ready = ready;
        this.failed = failed;
    }

    /** Looks for the jars in the cache, and asks the master for the rest. */
    void fetch(Session session, ApplicationInfo application) {
        int mine = ++searches;
        if (application.jars().isEmpty()) {
            search(mine, session, application); // nothing is hashed
            return;
        }
        Thread thread = new Thread(() -> search(mine, session, application), "submaster-jars");
        thread.setDaemon(true);
        thread.start();
    }

    private void search(int mine, Session session, ApplicationInfo application) {
        Map<String, Path> found = new HashMap<>();
        try {
            for (JarInfo jar : application.jars()) {
                cache.find(jar).ifPresent(file -> found.put(jar.sha256(), file));
            }
        } catch (IOException e) {
            loop.execute(() -> failed.accept(unusable(e)));
            return;
        }
        loop.execute(() -> {
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

    /** Stores a received piece. Takes it over. */
    void received(FilePart part) {
        JarDownload current = download;
        Session from = session;
        try {
            if (current == null || from == null) {
                throw new NetException(ErrorCode.UNEXPECTED_MESSAGE, "piece of a jar (expected: only after a fetch)");
            }
            Optional<Path> file = current.received(part);
            if (file.isPresent()) {
                files.put(current.jar().sha256(), file.get());
                missing.removeFirst();
                close();
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

    /** The files by their hashes; complete after {@code ready}. */
    Map<String, Path> files() {
        return Map.copyOf(files);
    }

    /** Forgets the broken session: missing jars are looked for again. */
    void lost() {
        close();
        missing.clear();
        session = null;
        searched = false;
        searches++;
    }

    /** Discards incomplete jars. */
    void close() {
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
                ErrorCode.DISK_FULL, "jar cache: " + e + " (expected: a directory with room; choose one with --cache)");
    }
}
