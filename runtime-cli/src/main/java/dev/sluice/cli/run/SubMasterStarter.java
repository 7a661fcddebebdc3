package dev.sluice.cli.run;

import dev.sluice.cli.launch.WorkerNews;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.tune.SubMasterStart;
import dev.sluice.model.RunId;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts sub-masters of a run over ssh, on hosts on which it has started a worker, as 'sluice tree split' does. A
 * sub-master that has started ends with the run. Any thread.
 */
final class SubMasterStarter implements SubMasterStart, AutoCloseable {
    private static final long END_MILLIS = 1_000;

    private final WorkersToStart workers;
    private final RunId run;
    private final RunDirectory directory;
    private final Consumer<String> say;
    private final Consumer<String> ask;
    private final List<Thread> starting = new ArrayList<>();
    private @Nullable RunFile file;
    private @Nullable AskedSubMasters asked;
    private boolean closed;

    /**
     * @param say told, in a line each, what becomes of sub-masters
     * @param ask prints a line that the command reads which started this master
     */
    SubMasterStarter(
            WorkersToStart workers, RunId run, RunDirectory directory, Consumer<String> say, Consumer<String> ask) {
        this.workers = workers;
        this.run = run;
        this.directory = directory;
        this.say = say;
        this.ask = ask;
    }

    /**
     * Asks the command that started this master over ssh to start sub-masters on these hosts.
     *
     * @param runFile of the workers; null if it has no place of its own
     */
    synchronized SubMasterStart elsewhere(List<String> hosts, @Nullable Path runFile) {
        AskedSubMasters made = new AskedSubMasters(hosts, ask, runFile);
        asked = made;
        return made;
    }

    /** Sub-masters can join from now on. */
    synchronized void join(RunFile forWorkers) {
        file = forWorkers;
    }

    private @Nullable HostSpec spec(String host) {
        return workers.hosts().stream()
                .filter(each -> each.name().equals(host))
                .findFirst()
                .orElse(null);
    }

    @Override
    public boolean canStart(String host) {
        return spec(host) != null;
    }

    @Override
    public synchronized void start(String host, Consumer<String> failed) {
        HostSpec on = spec(host);
        RunFile joined = file;
        if (on == null || joined == null) {
            failed.accept(host + " was not started by this run (expected: one of --hosts); 'sluice tree split --at "
                    + host + "' starts a sub-master there");
        } else if (!closed) {
            Thread thread = new Thread(() -> launch(on, joined, failed), "launch-sub-master");
            thread.setDaemon(true);
            starting.add(thread);
            thread.start();
        }
    }

    private void launch(HostSpec host, RunFile joined, Consumer<String> failed) {
        try {
            Launcher launcher = workers.subMaster(run, directory, host);
            News news = new News(failed);
            try {
                launcher.start(news);
                launcher.join(joined);
                news.known.await();
            } finally {
                launcher.awaitEnd(END_MILLIS);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt(); // the run is over
        } catch (RuntimeException refused) { // a jar is missing: the run goes on without the sub-master
            failed.accept(String.valueOf(refused.getMessage()));
        }
    }

    /** Gives up what has not started yet. */
    @Override
    public synchronized void close() {
        closed = true;
        starting.forEach(Thread::interrupt);
        if (asked != null) {
            asked.close();
        }
    }

    /** Waits for the verdict of the only place. */
    private final class News extends WorkerNews {
        private final CountDownLatch known = new CountDownLatch(1);
        private final Consumer<String> failed;

        News(Consumer<String> failed) {
            super(say);
            this.failed = failed;
        }

        @Override
        public void verdict(Place where, PlaceVerdict verdict) {
            super.verdict(where, verdict);
            if (!verdict.good()) {
                failed.accept(verdict.reason());
            }
            known.countDown();
        }

        @Override
        public void unwatched(Place where, String why) {} // it was started to outlive its ssh

        @Override
        public void allGone(String lastWords) {}
    }
}
