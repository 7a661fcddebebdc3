package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.Shell;
import dev.sluice.launch.Survivor;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.WorkerLog;
import dev.sluice.model.RunId;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Workers on other hosts, one on each, and sub-masters between them and the master, started with the user's own ssh,
 * including its configuration, keys and agent. A host needs an account, a POSIX shell and Java; the jars are copied
 * there. Methods may be called from any thread.
 */
public final class SshLauncher implements Launcher {
    /** Limit of slots of one worker; hosts with more get this many. */
    static final int MOST_SLOTS = 1024;

    /** Range of random place numbers: a late launcher does not know which numbers are taken on a host. */
    private static final int MOST_NUMBERS = 1_000_000;

    private static final long TICK_MILLIS = 200;
    private static final long LAST_WORDS_MILLIS = 1_000;

    /** Several tries of a worker that looks for its master every two seconds [ms]. */
    private static final long BACK_MILLIS = 10_000;

    private final Config config;
    private final List<SshWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "launch-clock");
        thread.setDaemon(true);
        return thread;
    });
    private final long backMillis;

    /** Workers of a lost master that have no host yet. */
    private final List<Survivor> survivors = new ArrayList<>();

    /** Hosts whose worker a lost master had started. No ssh watches these workers. */
    private final Map<Survivor, HostSpec> unwatched = new HashMap<>();

    /** Starts another worker in the place of a survivor that is away. */
    private final Map<Survivor, Future<?>> replacements = new HashMap<>();

    private final SecureRandom free = new SecureRandom();
    private final Map<String, Integer> numbers = new HashMap<>();

    private @Nullable SshCrew crew;
    private boolean ending;
    private boolean allGone;

    /**
     * The processes to start.
     *
     * @param hosts at least one
     * @param ssh the program and its options, words with white space between them, such as {@code ssh -F FILE}
     * @param jar {@code sluice-worker.jar}
     * @param java options of the JVM
     * @param run that the workers will join
     * @param logs directory for the output of the workers
     * @param detached whether the workers outlive their ssh and write logs on their hosts
     * @param masterHere whether the master is on this machine, so that workers first try the address they see us from
     * @param tree which of the hosts are sub-masters, and who joins them
     */
    public record Config(
            List<HostSpec> hosts,
            String ssh,
            Path jar,
            List<String> java,
            RunId run,
            Path logs,
            boolean detached,
            boolean masterHere,
            HostTree tree) {
        public Config {
            hosts = List.copyOf(hosts);
            java = List.copyOf(java);
        }

        /** The file {@code sluice-master.jar} for sub-masters; null without any. */
        @Nullable
        Path masterJar() {
            return tree.isFlat() ? null : WorkerJar.ofMaster();
        }
    }

    /** Makes a launcher; starts nothing yet. */
    public SshLauncher(Config config) {
        this(config, BACK_MILLIS);
    }

    /** @param backMillis how long a survivor may be away before another worker is started in its place */
    SshLauncher(Config config, long backMillis) {
        this.config = config;
        this.backMillis = backMillis;
    }

    @Override
    public int expectedSlots() {
        return config.hosts().stream().mapToInt(this::slots).sum();
    }

    private int slots(HostSpec host) {
        HostTree.SubMaster subMaster = config.tree().on(host.name());
        return subMaster == null ? Math.max(1, host.slots()) : subMaster.slots();
    }

    @Override
    public List<String> byHand(Path runFile) {
        return new SshByHand(config).lines(fromTheTop(), runFile);
    }

    @Override
    public synchronized void survived(List<Survivor> others) {
        survivors.addAll(others);
    }

    @Override
    public synchronized void survivorLeft(Survivor worker, boolean inOrder) {
        if (ending || !unwatched.containsKey(worker)) {
            return;
        }
        if (inOrder) {
            unwatched.remove(worker);
            over(null);
        } else {
            replacements.computeIfAbsent(
                    worker, lost -> clock.schedule(() -> replace(lost), backMillis, TimeUnit.MILLISECONDS));
        }
    }

    @Override
    public synchronized void survivorBack(Survivor worker) {
        Future<?> replacement = replacements.remove(worker);
        if (replacement != null) {
            replacement.cancel(false);
        }
    }

    private synchronized void replace(Survivor lost) {
        SshCrew common = crew;
        HostSpec host = unwatched.get(lost);
        if (replacements.remove(lost) == null || common == null || host == null || ending) {
            return;
        }
        unwatched.remove(lost);
        common.listener()
                .news(common.what(host) + " on " + host.name() + " (process " + lost.pid()
                        + ") is not back; another is started");
        begin(add(common, host));
    }

    @Override
    public synchronized void start(LaunchListener listener) {
        SshCrew common = new SshCrew(config, listener, this);
        crew = common;
        for (HostSpec host : fromTheTop()) {
            Survivor there = survivors.stream()
                    .filter(each -> each.host().equals(host.name()))
                    .findFirst()
                    .orElse(null);
            if (there == null) {
                add(common, host);
            } else {
                survivors.remove(there);
                unwatched.put(there, host);
            }
        }
        workers.forEach(this::begin);
        clock.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private SshWorker add(SshCrew common, HostSpec host) {
        int number = config.detached() ? free.nextInt(MOST_NUMBERS) : numbers.merge(host.name(), 1, Integer::sum);
        SshWorker worker =
                new SshWorker(common, host, new Place(host.name(), number, common.what(host) + " on " + host.name()));
        workers.add(worker);
        return worker;
    }

    private void begin(SshWorker worker) {
        Thread thread = new Thread(worker, "launch-" + worker.place().host());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
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
            common.runFiles().master(run.overNetwork());
            joinAgain();
        }
    }

    /** Passes the run file to waiting processes, if there is one now. */
    void joinAgain() {
        workers().forEach(SshWorker::join);
    }

    /** The hosts, sub-masters before those that join them. */
    private List<HostSpec> fromTheTop() {
        List<String> order = config.tree().subMasters().stream()
                .map(HostTree.SubMaster::host)
                .toList();
        List<HostSpec> hosts = new ArrayList<>(config.hosts());
        hosts.sort(Comparator.comparingInt(
                host -> order.contains(host.name()) ? order.indexOf(host.name()) : order.size()));
        return hosts;
    }

    /**
     * Records that a worker has ended and will not be restarted.
     *
     * @param last null: one that no ssh watches
     */
    void over(@Nullable SshWorker last) {
        SshCrew common;
        synchronized (this) {
            common = crew;
            if (ending || allGone || common == null || !noneComputes()) {
                return;
            }
            allGone = true;
        }
        common.listener().allGone(table(last));
    }

    private boolean noneComputes() {
        return unwatched.isEmpty()
                && workers.stream().filter(SshWorker::computes).allMatch(SshWorker::gone);
    }

    /** The outcome of each host, then the output of the last one. */
    private String table(@Nullable SshWorker last) {
        StringBuilder table = new StringBuilder("no worker is left on any host:");
        int width = workers().stream()
                .mapToInt(worker -> worker.place().host().length())
                .max()
                .orElse(0);
        boolean joined = false;
        for (SshWorker worker : workers()) {
            PlaceVerdict verdict = worker.verdict();
            boolean good = verdict != null && verdict.good();
            joined |= good;
            table.append(System.lineSeparator())
                    .append(String.format("  %-" + width + "s  ", worker.place().host()))
                    .append(
                            good || verdict == null
                                    ? "had joined, and ended"
                                    : verdict.kind().code() + " " + verdict.kind() + ": " + verdict.reason());
        }
        if (joined && last != null) {
            table.append(System.lineSeparator()).append("the last one printed:").append(System.lineSeparator());
            table.append(last.lastWords());
        }
        return table.toString();
    }

    @Override
    public synchronized void ending() {
        ending = true;
        replacements.values().forEach(each -> each.cancel(false));
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

    /**
     * The commands with which a person starts the workers and sub-masters of an ssh launcher. Starts nothing; any
     * thread.
     */
    private static final class SshByHand {
        private final SshLauncher.Config config;
        private final SshCommand ssh;
        private final JarToPush jar;
        private final @Nullable JarToPush masterJar;

        /** Reads the jars. */
        SshByHand(SshLauncher.Config config) {
            this.config = config;
            this.ssh = SshCommand.of(config.ssh());
            this.jar = JarToPush.of(config.jar());
            this.masterJar = config.masterJar() == null ? null : JarToPush.of(config.masterJar());
        }

        /**
         * The commands, each a line for a shell.
         *
         * @param hosts sub-masters before those that join them
         * @param runFile that the master will have written by then
         */
        List<String> lines(List<HostSpec> hosts, Path runFile) {
            List<String> lines = new ArrayList<>();
            for (HostSpec host : hosts) {
                HostTree.SubMaster subMaster = config.tree().on(host.name());
                JarToPush master = masterJar;
                if (subMaster == null || master == null) {
                    lines.add(push(host, jar, jar.pushed()));
                    lines.add(joining(host, java(jar.pushed(), config.java(), worker(host)), runFile));
                } else {
                    lines.add(push(host, master, master.carried()));
                    if (subMaster.slots() > 0) {
                        lines.add(push(host, jar, jar.pushed()));
                    }
                    lines.add(joining(host, subMaster(master, subMaster), runFile));
                }
            }
            return lines;
        }

        private String push(HostSpec host, JarToPush what, String there) {
            return ssh.byHand(host, JarToPush.take(there)) + " < "
                    + Shell.quote(what.path().toString());
        }

        /**
         * The command with the run file of the master or sub-master that it joins; a sub-master's run file is on its
         * host.
         */
        private String joining(HostSpec host, String command, Path runFile) {
            String above = config.tree().above(host.name());
            String start = ssh.byHand(host, command);
            if (above == null) {
                return start + " < " + Shell.quote(runFile.toString());
            }
            HostSpec from = config.hosts().stream()
                    .filter(each -> each.name().equals(above))
                    .findFirst()
                    .orElse(host);
            return ssh.byHand(from, "cat \"" + itsRunFile(above) + "\"") + " | " + start;
        }

        private String itsRunFile(String subMaster) {
            return "${XDG_CACHE_HOME:-$HOME/.cache}/sluice/runs/" + config.run().text() + "/by-hand/"
                    + WorkerLog.fit(subMaster) + ".run";
        }

        private static String java(String jar, List<String> options, List<String> words) {
            return "java " + Shell.command(options) + (options.isEmpty() ? "" : " ") + "-jar \"" + jar + "\" "
                    + Shell.command(words);
        }

        private static List<String> worker(HostSpec host) {
            List<String> words = new ArrayList<>(List.of("join", "--name", host.name()));
            if (host.slots() > 0) {
                words.addAll(List.of("--slots", String.valueOf(Math.min(SshLauncher.MOST_SLOTS, host.slots()))));
            }
            String gpus = host.gpus();
            if (gpus != null) {
                words.addAll(List.of("--gpus", gpus));
            }
            host.resources().forEach(each -> words.addAll(List.of("--resource", each)));
            words.add("-");
            return words;
        }

        private String subMaster(JarToPush master, HostTree.SubMaster subMaster) {
            String own = subMaster.slots() == 0
                    ? ""
                    : " --slots " + subMaster.slots() + " --worker-jar \"" + jar.pushed() + "\"";
            return "umask 077; "
                    + java(master.carried(), List.of(), List.of("submaster", "--name", subMaster.host()))
                    + own + " --run-file \"" + itsRunFile(subMaster.host()) + "\" -";
        }
    }
}
