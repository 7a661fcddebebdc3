package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.PlaceVerdict.Kind;
import dev.sluice.launch.Steps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at hosts over ssh before a run: whether they can be reached and have Java, and their processors, free memory
 * and load. Looks at all hosts at the same time, and starts nothing there. For one thread.
 */
public final class HostLooker {
    /** Time limit of a look at all hosts [ns]. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final int MOST_AT_A_TIME = 64;

    /** A host is silent if it had so many times the time that others needed. */
    private static final double ENOUGH = 2.5;

    private static final long TRY_AGAIN_MILLIS = 200;

    private final SshCommand ssh;
    private final long limitNanos;

    /** @param ssh the program and its options, words with white space between them */
    public HostLooker(String ssh) {
        this(ssh, LIMIT_NANOS);
    }

    HostLooker(String ssh, long limitNanos) {
        this.ssh = SshCommand.of(ssh);
        this.limitNanos = limitNanos;
    }

    /**
     * Looks at hosts; takes four seconds at most. A host that is silent for much longer than others need has trouble.
     *
     * @return a result for each host, in the same order
     * @throws IOException if no file can be written here
     */
    public List<LookedHost> look(List<HostSpec> hosts) throws IOException, InterruptedException {
        if (hosts.isEmpty()) {
            return List.of();
        }
        String text =
                Steps.text(Map.of("oldest_java", String.valueOf(SshCrew.OLDEST_JAVA)), List.of(), "look", "gauge");
        Path errors = Files.createTempDirectory("sluice-look");
        long end = System.nanoTime() + limitNanos;
        CountDownLatch left = new CountDownLatch(hosts.size());
        List<Look> looks = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(MOST_AT_A_TIME, hosts.size()), work -> {
            Thread thread = new Thread(work, "look");
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (HostSpec host : hosts) {
                looks.add(new Look(host, text, errors.resolve(looks.size() + ".ssh"), left));
            }
            looks.forEach(threads::execute);
            left.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } finally {
            threads.shutdownNow();
            looks.forEach(Look::stop);
            threads.awaitTermination(1, TimeUnit.SECONDS);
            delete(errors, looks.size());
        }
        double enough = ENOUGH * median(looks);
        return looks.stream().map(each -> each.result(end, enough)).toList();
    }

    /** The median time of the handshakes that came through; infinite without any [s]. */
    private static double median(List<Look> looks) {
        double[] times = looks.stream()
                .mapToDouble(Look::sshSeconds)
                .filter(seconds -> seconds >= 0)
                .sorted()
                .toArray();
        return times.length == 0 ? Double.POSITIVE_INFINITY : times[times.length / 2];
    }

    /** Looks at this machine, without ssh. */
    public static LookedHost here(String name) throws InterruptedException {
        HostGauge gauge = new HostGauge(name, System.nanoTime());
        try {
            Process process = new ProcessBuilder("/bin/sh", "-c", Steps.text(Map.of(), List.of(), "gauge"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            gauge.hear("hello " + Runtime.getRuntime().availableProcessors(), System.nanoTime());
            process.getOutputStream().close();
            try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines()
                        .filter(Steps::says)
                        .forEach(line -> gauge.hear(line.substring(Steps.SAYS.length()), System.nanoTime()));
            }
            process.waitFor();
            return gauge.looked();
        } catch (IOException noShell) {
            return LookedHost.unknown(name);
        }
    }

    private static void delete(Path directory, int files) throws IOException {
        for (int i = 0; i < files; i++) {
            Files.deleteIfExists(directory.resolve(i + ".ssh"));
        }
        Files.deleteIfExists(directory);
    }

    /** The look at one host, on a thread of its own. State that other threads see is guarded by this. */
    private final class Look implements Runnable {
        private final HostSpec host;
        private final HostMessages words;
        private final String text;
        private final Path errors;
        private final CountDownLatch left;
        private long beginNanos;
        private boolean begun;
        private boolean stopped;
        private @Nullable SshProcess process;
        private @Nullable HostGauge gauge;
        private @Nullable LookedHost result;

        Look(HostSpec host, String text, Path errors, CountDownLatch left) {
            this.host = host;
            this.text = text;
            this.words = new HostMessages(ssh, host, "worker", "");
            this.errors = errors;
            this.left = left;
        }

        @Override
        public void run() {
            try {
                while (once()) {
                    Thread.sleep(TRY_AGAIN_MILLIS);
                }
            } catch (IOException e) {
                conclude(words.failed("ssh: " + e.getMessage()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                left.countDown();
            }
        }

        /** Runs one ssh to its end; tells whether another one may fare better. */
        private boolean once() throws IOException, InterruptedException {
            SshProcess running = begin();
            if (running == null) {
                return false;
            }
            for (byte[] line = running.line(); line != null; line = running.line()) {
                String printed = new String(line, StandardCharsets.UTF_8);
                if (Steps.says(printed)) {
                    hear(printed.substring(Steps.SAYS.length()).strip());
                }
            }
            int exitCode = running.exitCode();
            String said = running.errors();
            synchronized (this) {
                HostGauge heard = gauge;
                if (stopped || heard == null) {
                    return false;
                }
                if (heard.isComplete()) {
                    result = heard.looked();
                    return false;
                }
                SshTrouble trouble = SshTrouble.of(said, exitCode);
                if (!heard.isConnected() && exitCode == 255 && trouble.passing()) {
                    return true;
                }
                String failure = heard.failure();
                conclude(
                        failure != null
                                ? words.step(failure)
                                : exitCode == 255
                                        ? words.ssh(trouble)
                                        : words.failed("the host ended the look with exit code " + exitCode));
                return false;
            }
        }

        private synchronized @Nullable SshProcess begin() throws IOException {
            if (stopped) {
                return null;
            }
            if (!begun) {
                begun = true;
                beginNanos = System.nanoTime();
            }
            gauge = new HostGauge(host.name(), System.nanoTime());
            process = SshProcess.start(ssh.line(host, Steps.command(text)), text, errors);
            return process;
        }

        private synchronized void hear(String line) {
            HostGauge open = gauge;
            if (open != null) {
                open.hear(line, System.nanoTime());
            }
        }

        private synchronized void conclude(PlaceVerdict trouble) {
            HostGauge heard = gauge;
            result = (heard == null ? LookedHost.unknown(host.name()) : heard.looked()).with(trouble);
        }

        /** Time of the handshake; negative if it has not come through [s]. */
        synchronized double sshSeconds() {
            HostGauge heard = gauge;
            return heard == null ? -1 : heard.looked().sshSeconds();
        }

        synchronized void stop() {
            stopped = true;
            SshProcess open = process;
            if (open != null) {
                open.destroy();
            }
        }

        /**
         * The result at the end of the look.
         *
         * @param end of the look [ns, monotonic]
         * @param enough time after which a host is silent [s]; a shorter silence may be that of this machine
         */
        synchronized LookedHost result(long end, double enough) {
            LookedHost known = result;
            HostGauge heard = gauge;
            if (known != null) {
                return known;
            }
            if (heard != null && heard.isConnected()) {
                return heard.looked();
            }
            LookedHost unknown = LookedHost.unknown(host.name());
            return begun && (end - beginNanos) / 1e9 >= enough ? unknown.with(silent()) : unknown;
        }

        private PlaceVerdict silent() {
            String reason = "ssh has not come through within " + Math.round(limitNanos / 1e9) + " s";
            return new PlaceVerdict(Kind.NO_ANSWER, reason, ssh.byHand(host, "true", "-v"));
        }
    }

    /** Collects the lines that the steps {@code look.sh} and {@code gauge.sh} print. Confined to one thread. */
    static final class HostGauge {
        private static final long KIB = 1024;

        /** Columns of a line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal. */
        private static final int COLUMNS = 8;

        private static final int NICE = 1;
        private static final int IDLE = 3;
        private static final int WAITING = 4;

        private final String host;
        private final long beginNanos;
        private int cores;
        private long freeBytes = -1;
        private double busyShare = -1;
        private double sshSeconds = -1;
        private @Nullable String failure;
        private boolean complete;

        /** @param beginNanos of the handshake [ns, monotonic] */
        HostGauge(String host, long beginNanos) {
            this.host = host;
            this.beginNanos = beginNanos;
        }

        /** Takes a line, without its prefix. */
        void hear(String line, long nowNanos) {
            String[] words = line.split(" ", 2);
            String rest = words.length == 1 ? "" : words[1].strip();
            switch (words[0]) {
                case "hello" -> {
                    String count = rest.split(" ", 2)[0];
                    cores = count.matches("[0-9]{1,5}") ? Math.max(1, Integer.parseInt(count)) : 1;
                    sshSeconds = Math.max(0, nowNanos - beginNanos) / 1e9;
                }
                case "memory" -> freeBytes = rest.matches("[0-9]{1,15}") ? Long.parseLong(rest) * KIB : -1;
                case "processors" -> busyShare = busyShare(rest);
                case "failed" -> failure = rest;
                case "seen" -> complete = true;
                default -> {
                    // a word of a newer step
                }
            }
        }

        /** The share of busy time between two lines of {@code /proc/stat} with a slash between; negative if unknown. */
        static double busyShare(String said) {
            String[] lines = said.split(" / ", 2);
            if (lines.length != 2) {
                return -1;
            }
            long[] before = times(lines[0]);
            long[] after = times(lines[1]);
            long all = 0;
            long free = 0;
            for (int i = 0; i < COLUMNS; i++) {
                long passed = Math.max(0, after[i] - before[i]);
                all += passed;
                free += i == NICE || i == IDLE || i == WAITING ? passed : 0;
            }
            return all == 0 ? -1 : 1 - (double) free / all;
        }

        /** The columns; missing ones and damaged ones are 0. */
        private static long[] times(String line) {
            String[] words = line.strip().split("\\s+", -1);
            long[] times = new long[COLUMNS];
            for (int i = 0; i < COLUMNS && i + 1 < words.length; i++) {
                times[i] = words[i + 1].matches("[0-9]{1,18}") ? Long.parseLong(words[i + 1]) : 0;
            }
            return times;
        }

        /** The failure that a step has reported; null if none has. */
        @Nullable
        String failure() {
            return failure;
        }

        /** Tells whether the host has answered at all. */
        boolean isConnected() {
            return cores > 0;
        }

        /** Tells whether all steps have ended well. */
        boolean isComplete() {
            return complete;
        }

        LookedHost looked() {
            return new LookedHost(host, null, cores, freeBytes, busyShare, sshSeconds);
        }
    }
}
