package dev.sluice.worker.embedded;

import dev.sluice.model.Amounts;
import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.memory.MemoryLink;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import dev.sluice.worker.Ending;
import dev.sluice.worker.HostCapacity;
import dev.sluice.worker.Identity;
import dev.sluice.worker.WorkerConfig;
import dev.sluice.worker.WorkerExit;
import dev.sluice.worker.WorkerLoop;
import dev.sluice.worker.slot.OwnThreads;
import dev.sluice.worker.slot.Slot;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A worker inside the master's process: the same loop, slots and codecs as in a process of its own, with sessions in
 * memory. If a unit calls {@code System.exit}, another worker takes its place and computes all units in child
 * processes. Methods may be called from any thread.
 */
public final class EmbeddedWorker {
    private static final long FAREWELL_SECONDS = 2;

    /**
     * The identity of the worker and its application.
     *
     * @param host its name towards the master
     * @param slots units computed at a time
     * @param jars verified files of the application, by their hashes
     * @param offer resources of this host that the user names
     */
    public record Setup(RunId run, String host, int slots, Map<String, Path> jars, Amounts offer) {}

    /** Receives what becomes of the worker, on threads of the worker. */
    public interface Listener {
        /** A line for the user. */
        void news(String line);

        /** The last worker has left; called once. */
        void ended(Ending how);
    }

    private final Loop loop;
    private final SessionListener.Factory master;
    private final Setup setup;
    private final Listener listener;
    private final CountDownLatch left = new CountDownLatch(1);
    private final AtomicBoolean contained = new AtomicBoolean();
    /** The first worker: the later ones compute in child processes. */
    private volatile @Nullable WorkerLoop inProcess;

    /**
     * Makes it; starts nothing.
     *
     * @param loop of the master, which the worker shares
     * @param master makes the master's end of a session
     */
    public EmbeddedWorker(Loop loop, SessionListener.Factory master, Setup setup, Listener listener) {
        this.loop = loop;
        this.master = master;
        this.setup = setup;
        this.listener = listener;
    }

    /** Starts the worker. */
    public void start() {
        WorkerLoop first = begin(false);
        Thread thread = new Thread(() -> watch(first), "embedded-worker");
        thread.setDaemon(true);
        thread.start();
    }

    private WorkerLoop begin(boolean isolated) {
        WorkerLoop next = new WorkerLoop(
                new OwnThreads(loop),
                (place, address, dialler) -> MemoryLink.open(loop, Role.WORKER, dialler, master),
                new WorkerConfig(
                        RunFile.inProcess(setup.run()),
                        setup.host(),
                        setup.slots(),
                        Path.of(""),
                        0,
                        HostCapacity.here(null).offer(setup.offer())),
                new Identity(
                        ProcessHandle.current().pid(),
                        setup.host(),
                        new SplittableRandom().nextLong(),
                        Build.version(),
                        System.nanoTime(),
                        JarCache.ofFiles(setup.jars())),
                new SplittableRandom());
        if (isolated) {
            next.isolate();
        } else {
            inProcess = next;
        }
        next.start();
        return next;
    }

    private void watch(WorkerLoop first) {
        WorkerLoop current = first;
        Ending how;
        try {
            how = current.ending().get();
            while (how.code() == ErrorCode.UNIT_EXITED) {
                listener.news(how.text() + "; from now on, units are computed in processes of their own");
                current = begin(true);
                how = current.ending().get();
            }
            WorkerExit.leave(current, trouble -> listener.news(ErrorCode.APPLICATION_FAILED + " " + trouble));
        } catch (ExecutionException | TimeoutException e) {
            how = new Ending(ErrorCode.INTERNAL, "the worker in this process did not leave: " + e);
        } catch (InterruptedException e) {
            how = new Ending(ErrorCode.INTERNAL, "the worker in this process was interrupted");
        } finally {
            left.countDown();
        }
        listener.ended(how);
    }

    /**
     * Reports the unit that calls {@code System.exit} on this thread, if there is one, and replaces the worker. The
     * unit of another slot that calls it afterwards has been handed back by then. Called from a shutdown hook, while
     * the thread waits for the end of the process. Blocks for some seconds at most.
     *
     * @return whether a unit did
     */
    public boolean contain(Thread calling) {
        WorkerLoop computing = inProcess;
        Slot slot = computing == null
                ? null
                : computing.workshop().crew().on(calling).orElse(null);
        HeldUnits unit = slot == null ? null : slot.running();
        if (computing == null || unit == null) {
            return false;
        }
        if (contained.compareAndSet(false, true)) {
            try {
                computing.abandon(Ending.exited(unit), unit).get(FAREWELL_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                listener.news("the master may not know of unit " + unit.firstUnit() + ": " + e);
            }
        }
        return true;
    }

    /** Waits until the worker has left; false after the timeout [ms]. */
    public boolean awaitLeft(long millis) throws InterruptedException {
        return left.await(millis, TimeUnit.MILLISECONDS);
    }
}
