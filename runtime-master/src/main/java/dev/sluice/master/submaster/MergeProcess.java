package dev.sluice.master.submaster;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.child.ChildJvm;
import dev.sluice.net.child.ChildPipes;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.session.Loop;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sub-master's end of a {@link MergeHost}. It starts the process with the first values to merge. Values that cannot
 * be decoded are left out and named. After any other failure it stops merging: values then go up unmerged, and the
 * master merges them or reports the error. Called on the loop; a thread of its own talks with the process.
 */
public final class MergeProcess {
    private static final long LEAVE_SECONDS = 2;

    private final Loop loop;
    private final ChildFormat.Load load;
    private final Consumer<String> said;
    private final ExecutorService thread;
    private volatile @Nullable Process process;
    private @Nullable ChildPipes pipes;
    private volatile boolean givenUp;

    /** @param said receives the reason when merging stops */
    public MergeProcess(Loop loop, ChildFormat.Load load, Consumer<String> said) {
        this.loop = loop;
        this.load = load;
        this.said = said;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "submaster-merge");
            worker.setDaemon(true);
            return worker;
        });
    }

    /**
     * Merges encoded values into one.
     *
     * @param values not released here; must stay until {@code merged} is called
     * @param merged called on the loop, unless this was closed
     */
    public void merge(List<Payload> values, Consumer<MergedValues> merged) {
        if (thread.isShutdown()) {
            return;
        }
        thread.execute(() -> {
            MergedValues result = givenUp ? MergedValues.NONE : merge(values);
            loop.post(() -> merged.accept(result));
        });
    }

    private MergedValues merge(List<Payload> values) {
        try {
            ChildPipes open = pipes == null ? start() : pipes;
            pipes = open;
            open.out().writeInt(values.size());
            for (Payload value : values) {
                ChildFormat.writeBuffers(open.out(), value.buffers());
            }
            open.out().flush();
            if (ChildFormat.readKind(open.in()) == MergeHost.MERGED) {
                return MergeHost.readMerged(open.in());
            }
            giveUp(ChildFormat.readText(open.in()));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            giveUp("its process: " + e);
        }
        return MergedValues.NONE;
    }

    private ChildPipes start() throws IOException {
        Process started = new ProcessBuilder(ChildJvm.line(MergeHost.class, 1))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process = started;
        if (givenUp) {
            started.destroyForcibly(); // closed meanwhile
        }
        ChildPipes open = ChildPipes.of(started);
        ChildFormat.writeLoad(open.out(), load);
        return open;
    }

    private void giveUp(String why) {
        if (!givenUp) {
            givenUp = true;
            said.accept("values are sent to the master without merging, because merging failed here: " + why);
            end();
        }
    }

    /** Stops merging: values that are being merged go up unmerged. */
    public void close() {
        givenUp = true;
        thread.shutdown();
        end();
    }

    private void end() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            try {
                running.waitFor(LEAVE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
