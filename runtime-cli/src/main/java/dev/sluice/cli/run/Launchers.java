package dev.sluice.cli.run;

import dev.sluice.cli.launch.StartTimes;
import dev.sluice.cli.launch.WorkerNews;
import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.Survivor;
import dev.sluice.launch.WorkerLog;
import dev.sluice.master.Launched;
import dev.sluice.master.RunEnd;
import dev.sluice.master.tune.WorkerStart;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All that starts workers for one run, and what the run is told of them. Any thread. */
public final class Launchers {
    /** Lines of a log that a failed unit shows. */
    private static final int LOG_LINES = 20;

    private static final int LOG_BYTES = 4 << 10;

    private final List<Launcher> all = new CopyOnWriteArrayList<>();
    private final Consumer<String> say;
    private final AtomicInteger started = new AtomicInteger();
    private final Map<Process, Path> logs = new ConcurrentHashMap<>();
    /** Workers that have joined and not asked to leave. */
    private final Set<Process> computing = ConcurrentHashMap.newKeySet();

    private @Nullable Watch watch;
    private @Nullable RunFile joined;
    private boolean ending;

    /** Null while nothing can be measured. */
    private volatile @Nullable RunNeeds measured;

    private final StartTimes times;

    private record Process(String host, long pid) {}

    /**
     * @param say told, in a line each, what becomes of workers
     * @param times learns what starts take
     */
    public Launchers(List<Launcher> all, Consumer<String> say, StartTimes times) {
        this.times = times;
        this.all.addAll(all);
        this.say = say;
    }

    int expectedSlots() {
        return all.stream().mapToInt(Launcher::expectedSlots).sum();
    }

    /** Number of processes that were started so far. */
    int started() {
        return started.get();
    }

    /** The last lines that a process printed; empty if its log is not known. Reads a file. */
    List<String> lastLines(String host, long pid) {
        Path log = logs.get(new Process(host, pid));
        return log == null ? List.of() : WorkerLog.lastLines(log, LOG_LINES, LOG_BYTES);
    }

    /** @param alone whether no other workers can join, so that the run fails when all of these are gone */
    public synchronized void start(Launched run, boolean alone) {
        Watch fresh = new Watch(run, alone, all.size());
        watch = fresh;
        all.forEach(launcher -> launcher.start(fresh));
    }

    /** Tells the launchers which workers of an earlier master have joined; before {@link #start}. */
    void survived(List<Survivor> workers) {
        all.forEach(launcher -> launcher.survived(workers));
    }

    /** A pool learns from now on what the run measures. */
    void asks(RunNeeds needs) {
        measured = needs;
    }

    /** A worker has joined. */
    void computes(String host, long pid) {
        computing.add(new Process(host, pid));
    }

    /** A worker has asked to leave. */
    void leaves(String host, long pid) {
        computing.remove(new Process(host, pid));
    }

    /** Tells the launchers that a worker is not connected any more; whether it is a survivor, they know. */
    void left(Survivor worker, boolean inOrder) {
        all.forEach(launcher -> launcher.survivorLeft(worker, inOrder));
    }

    /** Tells the launchers that a worker is connected. */
    void joined(Survivor worker) {
        all.forEach(launcher -> launcher.survivorBack(worker));
    }

    /** The run has begun: from now on it can fail because nobody is left. */
    void begun() {
        Watch begun = watch;
        if (begun != null) {
            begun.begin();
        }
    }

    public synchronized void join(RunFile run) {
        joined = run;
        all.forEach(launcher -> launcher.join(run));
    }

    /** Starts more workers of a run that has begun, unless it is ending. */
    synchronized void add(Launcher more) {
        Watch begun = watch;
        RunFile run = joined;
        if (ending || begun == null || run == null) {
            return;
        }
        all.add(more);
        begun.more();
        more.start(begun);
        more.join(run);
    }

    /**
     * Starts workers over ssh on hosts that the plan of the run has left out.
     *
     * @param spares hosts that the plan may use, and does not
     * @param made the launcher of a worker on such a host; it may read files
     */
    WorkerStart starter(List<HostSpec> spares, Function<HostSpec, Launcher> made) {
        return new Starter(spares, made);
    }

    synchronized void ending() {
        ending = true;
        all.forEach(Launcher::ending);
    }

    /** Waits so long for all of them together [ms]; afterwards no process is left. */
    public void awaitEnd(long millis) throws InterruptedException {
        ending();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (Launcher launcher : all) {
            launcher.awaitEnd(Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        }
    }

    /** Starts one worker on each of some hosts. They end with the run, as all others do. Any thread. */
    private final class Starter implements WorkerStart {
        private final Map<String, HostSpec> left = new LinkedHashMap<>();
        private final Function<HostSpec, Launcher> made;

        Starter(List<HostSpec> spares, Function<HostSpec, Launcher> made) {
            spares.forEach(each -> left.put(each.name(), each));
            this.made = made;
        }

        @Override
        public synchronized Set<String> hosts() {
            return Set.copyOf(left.keySet());
        }

        @Override
        public synchronized void start(String host, Consumer<String> failed) {
            HostSpec on = left.remove(host);
            if (on == null) {
                failed.accept("a worker was started there before");
                return;
            }
            Thread thread = new Thread(() -> launch(on, failed), "launch-worker");
            thread.setDaemon(true);
            thread.start();
        }

        private void launch(HostSpec on, Consumer<String> failed) {
            try {
                add(made.apply(on));
            } catch (RuntimeException refused) { // a jar is missing: the run goes on without this worker
                failed.accept(String.valueOf(refused.getMessage()));
            }
        }
    }

    /** Brings the news to the loop and to the user. */
    private final class Watch extends WorkerNews {
        private final Launched run;
        private final boolean alone;
        private final List<String> lastWords = new ArrayList<>();
        private boolean begun;
        private int launchers;

        Watch(Launched run, boolean alone, int launchers) {
            super(say);
            this.run = run;
            this.alone = alone;
            this.launchers = launchers;
        }

        @Override
        public CompletableFuture<PoolNeeds> needs() {
            RunNeeds known = measured;
            return known == null ? run.needs() : known.needs();
        }

        @Override
        public void phases(Place where, LaunchPhases phases) {
            times.phases(where, phases);
        }

        @Override
        public void logs(Place where, long pid, Path log) {
            logs.put(new Process(where.host(), pid), log);
        }

        @Override
        public void started(Place where, long pid, int slots) {
            Launchers.this.started.incrementAndGet();
            run.processStarted(where.host(), pid, slots);
        }

        @Override
        public void ended(Place where, LaunchEnd how) {
            super.ended(where, how);
            if (how.exitCode() != 0 || isComputing(where, how.pid())) {
                run.processDied(where.host(), how.pid());
            }
        }

        @Override
        public boolean isComputing(Place where, long pid) {
            return computing.contains(new Process(where.host(), pid));
        }

        @Override
        public synchronized void allGone(String words) {
            lastWords.add(words);
            launchers--;
            judge();
        }

        synchronized void more() {
            launchers++;
        }

        synchronized void begin() {
            begun = true;
            judge();
        }

        private void judge() {
            if (begun && launchers == 0 && alone) {
                run.allGone(RunEnd.failed(troubles().code(), String.join(System.lineSeparator(), lastWords)));
            }
        }
    }
}
