package dev.sluice.cli.run;

import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.master.files.Jars;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.RunId;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.transport.LoopThread;
import dev.sluice.worker.Ending;
import dev.sluice.worker.embedded.EmbeddedWorker;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run whose only worker is in the master's process. It is the way to the master and the launcher of that worker:
 * nothing listens, and no process is started. Any thread.
 */
final class EmbeddedAccess implements RunAccess, Launcher {
    private final RunId id;
    private final int slots;
    private final List<Path> files;
    private final LoopThread thread = LoopThread.open("sluice");
    private SessionListener.@Nullable Factory acceptor;
    private Map<String, Path> jars = Map.of();
    private @Nullable LaunchListener told;
    private volatile @Nullable EmbeddedWorker worker;

    /** @param files the application's jars, in the order in which the run names them */
    EmbeddedAccess(RunId id, int slots, List<Path> files) {
        this.id = id;
        this.slots = slots;
        this.files = files;
    }

    /** Takes the hashes of the jars; called before {@link #join}. */
    void serve(Jars opened) {
        Map<String, Path> byHash = new HashMap<>();
        List<JarInfo> infos = opened.info().jars();
        for (int i = 0; i < infos.size(); i++) {
            byHash.put(infos.get(i).sha256(), files.get(i));
        }
        jars = byHash;
    }

    @Override
    public Loop loop() {
        return thread.loop();
    }

    @Override
    public RunFile open(SessionListener.Factory accepting, SpillSpace spill) {
        acceptor = accepting;
        return RunFile.inProcess(id);
    }

    @Override
    public void shut() {
        // nothing listens
    }

    @Override
    public void close() {
        thread.close();
    }

    @Override
    public int expectedSlots() {
        return slots;
    }

    @Override
    public List<String> byHand(Path runFile) {
        return List.of("# the master computes in its own process, with " + Plural.of(slots, "slot"));
    }

    @Override
    public void start(LaunchListener listener) {
        told = listener;
    }

    @Override
    public void join(RunFile run) {
        SessionListener.Factory accepting = acceptor;
        LaunchListener listener = told;
        if (accepting == null || listener == null) {
            throw new IllegalStateException("join (expected: open and start before it)");
        }
        EmbeddedWorker begun = new EmbeddedWorker(
                thread.loop(),
                accepting,
                new EmbeddedWorker.Setup(id, ThisHost.name(), slots, jars, Amounts.NONE),
                new EmbeddedWorker.Listener() {
                    @Override
                    public void news(String line) {
                        listener.news(line);
                    }

                    @Override
                    public void ended(Ending how) {
                        if (how.code() != ErrorCode.NONE) {
                            listener.allGone(how.code() + " " + how.text());
                        }
                    }
                });
        worker = begun;
        ExitGuard.protect(begun::contain);
        begun.start();
    }

    @Override
    public void ending() {
        // the master's farewell ends the worker
    }

    @Override
    public void awaitEnd(long millis) throws InterruptedException {
        EmbeddedWorker begun = worker;
        if (begun != null) {
            begun.awaitLeft(millis);
        }
    }
}
