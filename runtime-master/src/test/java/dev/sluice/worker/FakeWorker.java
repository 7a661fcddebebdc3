package dev.sluice.worker;

import dev.sluice.api.Application;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.parent.Dialer;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.worker.unit.LoadedApplication;
import dev.sluice.worker.unit.WorkerException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** A worker of a test: the real loop, workshop, queue, slots and outbox, in virtual time. */
public final class FakeWorker {
    private static final ApplicationInfo NO_JARS = new ApplicationInfo(List.of(), "", List.of());
    private static final long RECONNECT_NANOS = 60_000_000_000L;

    /**
     * The properties of a test's worker.
     *
     * @param name of its host
     * @param number of the worker in the test: its process and its incarnation
     * @param cache an empty directory
     * @param offer resources beside the slots
     */
    public record Kind(String name, int slots, int number, Path cache, Amounts offer) {}

    /** The caches opened before, because the run of a seed has several workers, and many runs may share a directory. */
    private static final Map<Path, JarCache> CACHES = new ConcurrentHashMap<>();

    private final VirtualLoop loop;
    private final WorkerLoop worker;
    private final Hosted<Object, Object, Object> application;
    private boolean finished;
    private boolean dead;

    @SuppressWarnings("unchecked")
    public FakeWorker(
            VirtualLoop loop, Dialer.Connector connector, RunFile run, Kind kind, Application<?, ?, ?> application)
            throws IOException, ApplicationException {
        this.loop = loop;
        this.application = (Hosted<Object, Object, Object>) (Hosted<?, ?, ?>) Hosted.of(application);
        this.worker = new WorkerLoop(
                new InlineThreads(loop),
                connector,
                new WorkerConfig(run, kind.name(), kind.slots(), kind.cache(), RECONNECT_NANOS, kind.offer()),
                new Identity(kind.number(), kind.name(), kind.number(), "test", loop.nanoTime(), cache(kind.cache())),
                new SplittableRandom(kind.number()));
        worker.joined().thenAccept(id -> loop.execute(this::load));
        worker.ending().thenAccept(ending -> loop.execute(this::leave));
    }

    private static JarCache cache(Path directory) throws IOException {
        JarCache known = CACHES.get(directory);
        if (known == null) {
            known = new JarCache(directory);
            CACHES.put(directory, known);
        }
        return known;
    }

    /** Starts to dial. */
    public void start() {
        worker.start();
    }

    /** Asks it to leave, as a signal does. */
    public void drain(String reason) {
        worker.drain(reason);
    }

    private void load() {
        if (dead) {
            return;
        }
        try {
            application.initialize();
            worker.loaded(new LoadedApplication(
                    application,
                    FakeWorker.class.getClassLoader(),
                    application.results(),
                    new ChildFormat.Load(NO_JARS, List.of())));
        } catch (ApplicationException e) {
            worker.fail(new WorkerException(ErrorCode.APPLICATION_FAILED, "application: " + e.getMessage(), e));
        }
    }

    private void leave() {
        if (!dead) {
            worker.depart().thenRun(() -> finished = true);
        }
    }

    /** The process dies: it gives back what it holds, which the system would do, and says nothing. */
    public void die() {
        dead = true;
        worker.workshop().stop();
    }

    public boolean isDead() {
        return dead;
    }

    /** Says whether it has left. */
    public boolean hasFinished() {
        return finished;
    }

    /** How it ended: the code, and NONE while it has not. */
    public ErrorCode code() {
        Ending ending = worker.ending().getNow(Ending.orderly(""));
        return ending.code();
    }

    /** The text with which it ended; empty before. */
    public String words() {
        return worker.ending().getNow(Ending.orderly("")).text();
    }

    /** Units that it was assigned and has neither answered nor handed back. */
    public long unitsHeld() {
        return worker.workshop().digest().unitsHeld();
    }
}
