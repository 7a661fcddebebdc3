package dev.sluice.launch;

import dev.sluice.hosts.HostSpec;
import dev.sluice.model.RunId;
import dev.sluice.net.RunFile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Workers on other hosts, one on each, started with the user's own ssh: its configuration, keys and agent count as they
 * do by hand. A host needs an account, a POSIX shell and Java; the worker's jar is brought. Methods may be called from
 * any thread.
 */
public final class SshLauncher implements Launcher {
    /** Of one worker; hosts with more are given as many. */
    static final int MOST_SLOTS = 1024;

    /** Workers that are added to a run do not know which numbers are taken on a host. */
    private static final int MOST_NUMBERS = 1_000_000;

    private static final long TICK_MILLIS = 200;
    private static final long LAST_WORDS_MILLIS = 1_000;

    private final Config config;
    private final List<SshWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "launch-clock");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable SshCrew crew;
    private boolean ending;
    private boolean allGone;

    /**
     * What is started where.
     *
     * @param hosts at least one
     * @param ssh the program and its options, words with white space between them, such as {@code ssh -F FILE}
     * @param jar {@code sluice-worker.jar}
     * @param java options of the JVM
     * @param run which the workers will join
     * @param logs directory for what the workers print
     * @param detached the workers outlive their ssh, and write logs on their hosts
     * @param masterHere the master is where they are started from, so that it is looked for there first
     */
    public record Config(
            List<HostSpec> hosts,
            String ssh,
            Path jar,
            List<String> java,
            RunId run,
            Path logs,
            boolean detached,
            boolean masterHere) {
        public Config {
            hosts = List.copyOf(hosts);
            java = List.copyOf(java);
        }
    }

    /** Starts nothing yet. */
    public SshLauncher(Config config) {
        this.config = config;
    }

    @Override
    public int expectedSlots() {
        return config.hosts().stream()
                .mapToInt(host -> Math.max(1, host.slots()))
                .sum();
    }

    @Override
    public List<String> byHand(Path runFile) {
        SshCommand ssh = SshCommand.of(config.ssh());
        JarToPush jar = JarToPush.of(config.jar());
        String there = jar.directory();
        List<String> lines = new ArrayList<>();
        for (HostSpec host : config.hosts()) {
            lines.add(ssh.byHand(
                            host,
                            "d=" + there
                                    + "; mkdir -p \"$d\" && cat > \"$d/$$\" && mv \"$d/$$\" \"$d/sluice-worker.jar\"")
                    + " < " + Shell.quote(jar.path().toString()));
            List<String> worker = new ArrayList<>(List.of("join", "--name", host.name()));
            if (host.slots() > 0) {
                worker.addAll(List.of("--slots", String.valueOf(Math.min(MOST_SLOTS, host.slots()))));
            }
            worker.add("-");
            String java = Shell.command(config.java()) + (config.java().isEmpty() ? "" : " ");
            lines.add(ssh.byHand(
                            host, "java " + java + "-jar \"" + there + "/sluice-worker.jar\" " + Shell.command(worker))
                    + " < " + Shell.quote(runFile.toString()));
        }
        return lines;
    }

    @Override
    public synchronized void start(LaunchListener listener) {
        SshCrew common = new SshCrew(config, JarToPush.of(config.jar()), listener, this);
        crew = common;
        Map<String, Integer> numbers = new HashMap<>();
        SecureRandom free = new SecureRandom();
        for (HostSpec host : config.hosts()) {
            int number = config.detached() ? free.nextInt(MOST_NUMBERS) : numbers.merge(host.name(), 1, Integer::sum);
            workers.add(new SshWorker(common, host, new Place(host.name(), number, "worker on " + host.name())));
        }
        for (SshWorker worker : workers) {
            Thread thread = new Thread(worker, "launch-" + worker.place().host());
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        clock.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized List<SshWorker> workers() {
        return List.copyOf(workers);
    }

    private void tick() {
        long now = System.nanoTime();
        workers().forEach(worker -> worker.tick(now));
    }

    @Override
    public void join(RunFile run) {
        SshCrew common;
        synchronized (this) {
            common = crew;
        }
        if (common != null) {
            common.runFile(run);
            workers().forEach(worker -> worker.join(run));
        }
    }

    /** A worker is over for good. */
    void over(SshWorker last) {
        SshCrew common;
        synchronized (this) {
            common = crew;
            if (ending || allGone || common == null || !workers.stream().allMatch(SshWorker::gone)) {
                return;
            }
            allGone = true;
        }
        common.listener().allGone(table(last));
    }

    /** Each host and what became of it, then what the last one printed. */
    private String table(SshWorker last) {
        StringBuilder table = new StringBuilder("no worker is left on any host:");
        int width = workers().stream()
                .mapToInt(worker -> worker.place().host().length())
                .max()
                .orElse(0);
        boolean joined = false;
        for (SshWorker worker : workers()) {
            Verdict verdict = worker.verdict();
            boolean good = verdict != null && verdict.good();
            joined |= good;
            table.append(System.lineSeparator())
                    .append(String.format("  %-" + width + "s  ", worker.place().host()))
                    .append(
                            good || verdict == null
                                    ? "had joined, and ended"
                                    : verdict.kind().code() + " " + verdict.kind() + ": " + verdict.reason());
        }
        if (joined) {
            table.append(System.lineSeparator()).append("the last one printed:").append(System.lineSeparator());
            table.append(last.lastWords());
        }
        return table.toString();
    }

    @Override
    public synchronized void ending() {
        ending = true;
        if (crew != null) {
            crew.ending();
        }
    }

    @Override
    public void awaitEnd(long millis) throws InterruptedException {
        ending();
        workers().forEach(SshWorker::stopUnlessTold);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (SshWorker worker : workers()) {
            if (!worker.endsWithin(Math.max(0, deadline - System.nanoTime()))) {
                worker.stop();
            }
        }
        clock.shutdown();
        List<Thread> ended;
        synchronized (this) {
            ended = List.copyOf(threads);
        }
        for (Thread thread : ended) {
            thread.join(LAST_WORDS_MILLIS);
        }
    }
}
