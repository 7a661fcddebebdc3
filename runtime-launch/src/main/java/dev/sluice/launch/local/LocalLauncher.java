package dev.sluice.launch.local;

import dev.sluice.launch.JavaOptions;
import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.Restarts;
import dev.sluice.launch.Shell;
import dev.sluice.launch.Survivor;
import dev.sluice.launch.WorkerLog;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Worker processes on this machine. They start before the master listens, because a JVM takes a while to start. They
 * read the run file from standard input, so that no secret is on a command line. A process that dies is started again,
 * at most three times. Methods may be called from any thread.
 */
public final class LocalLauncher implements Launcher {
    /** The exit code of a process that is no child of this one and ends before the run: it counts as a death. */
    /** The limit of open files before Java raised it, which commands get back. */
    private static final String OPEN_FILES = "sluice.nofile";

    private static final int UNKNOWN_EXIT = 255;

    private final Config config;
    private final String host;
    private final List<Worker> workers = new ArrayList<>();
    private final Queue<ProcessHandle> survivors = new ArrayDeque<>();
    private boolean ending;
    private int living;
    private @Nullable RunFile runFile;

    /**
     * The processes to start.
     *
     * @param count of processes
     * @param slots of each
     * @param java options of the JVM
     * @param archives directory of loaded classes for the next start; null for none
     * @param logs directory for the output of the workers
     * @param name the workers' name of their host; null for the host's own
     */
    public record Config(
            Path jar,
            int count,
            int slots,
            List<String> java,
            @Nullable Path archives,
            Path logs,
            @Nullable String name) {}

    /** One of N places; {@code starts} counts its processes. */
    private static final class Worker {
        final Place place;
        int starts;

        @Nullable
        Process process;

        /** The process of a worker that outlived the master before this one. */
        @Nullable
        ProcessHandle survivor;

        Worker(Place place) {
            this.place = place;
        }
    }

    /** Makes a launcher; starts nothing yet. */
    public LocalLauncher(Config config) {
        this.config = config;
        this.host = config.name() == null ? ThisHost.name() : config.name();
    }

    @Override
    public int expectedSlots() {
        return config.count() * config.slots();
    }

    @Override
    public List<String> byHand(Path runFile) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(config.java());
        command.addAll(List.of(
                "-jar",
                config.jar().toString(),
                "join",
                "--slots",
                String.valueOf(config.slots()),
                runFile.toString()));
        return Collections.nCopies(config.count(), Shell.command(command));
    }

    @Override
    public synchronized void survived(List<Survivor> others) {
        others.stream()
                .filter(each -> each.host().equals(host))
                .flatMap(each -> ProcessHandle.of(each.pid()).stream())
                .forEach(survivors::add);
    }

    @Override
    public synchronized void start(LaunchListener told) {
        for (int i = 1; i <= config.count(); i++) {
            Worker worker = new Worker(new Place(host, i, "local worker"));
            workers.add(worker);
            ProcessHandle there = survivors.poll();
            if (there == null) {
                launch(worker, told);
            } else {
                worker.survivor = there;
                living++;
                there.onExit().thenRun(() -> ended(worker, there.pid(), exitOfSurvivor(), told));
            }
        }
    }

    @Override
    public synchronized void join(RunFile run) {
        runFile = run;
        for (Worker worker : workers) {
            tell(worker, run);
        }
    }

    private static void tell(Worker worker, RunFile run) {
        Process process = worker.process;
        if (process != null) {
            // Standard input stays open: its end tells the worker that this process is gone.
            OutputStream stdin = process.getOutputStream();
            try {
                stdin.write(run.text().getBytes(StandardCharsets.UTF_8));
                stdin.flush();
            } catch (IOException died) {
                // its end is reported like any other
            }
        }
    }

    private synchronized int exitOfSurvivor() {
        return ending ? 0 : UNKNOWN_EXIT;
    }

    private void launch(Worker worker, LaunchListener told) {
        worker.starts++;
        Path log = log(worker);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        boolean writesArchive =
                worker.place.number() == 1 && worker.starts == 1 && Boolean.getBoolean(JavaOptions.TRAINING);
        command.addAll(JavaOptions.ofWorkers(config.jar(), config.archives(), writesArchive));
        String openFiles = System.getProperty(OPEN_FILES);
        if (openFiles != null) {
            command.add("-D" + OPEN_FILES + "=" + openFiles);
        }
        command.addAll(config.java());
        command.addAll(
                List.of("-jar", config.jar().toString(), "join", "--slots", String.valueOf(config.slots()), "--tied"));
        if (config.name() != null) {
            command.addAll(List.of("--name", config.name()));
        }
        command.add("-");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            worker.process = process;
            living++;
            told.logs(worker.place, process.pid(), log);
            told.phases(worker.place, LaunchPhases.LOCAL);
            told.started(worker.place, process.pid(), config.slots());
            RunFile run = runFile;
            if (run != null) {
                tell(worker, run);
            }
            process.onExit().thenAccept(ended -> ended(worker, ended.pid(), ended.exitValue(), told));
        } catch (IOException e) {
            throw new LaunchException(ErrorCode.INTERNAL, "cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    private Path log(Worker worker) {
        return WorkerLog.of(config.logs(), config.name() == null ? "local" : config.name(), worker.place.number());
    }

    private void ended(Worker worker, long pid, int exitCode, LaunchListener told) {
        boolean restarted;
        boolean none;
        synchronized (this) {
            living--;
            worker.survivor = null;
            restarted = !ending && Restarts.follow(exitCode, told.isComputing(worker.place, pid), worker.starts);
            if (restarted) {
                launch(worker, told);
            }
            none = !ending && living == 0;
        }
        told.ended(worker.place, new LaunchEnd(pid, exitCode, restarted, log(worker)));
        if (none) {
            told.allGone("all local workers have ended; the last one printed:" + System.lineSeparator()
                    + WorkerLog.lastWords(log(worker)));
        }
    }

    @Override
    public synchronized void ending() {
        ending = true;
    }

    @Override
    public void awaitEnd(long millis) throws InterruptedException {
        List<ProcessHandle> processes = new ArrayList<>();
        synchronized (this) {
            ending = true;
            for (Worker worker : workers) {
                if (worker.process != null) {
                    processes.add(worker.process.toHandle());
                }
                if (worker.survivor != null) {
                    processes.add(worker.survivor);
                }
            }
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (ProcessHandle process : processes) {
            if (!endsWithin(process, Math.max(0, deadline - System.nanoTime()))) {
                process.destroyForcibly();
            }
        }
        for (ProcessHandle process : processes) {
            endsWithin(process, Long.MAX_VALUE);
        }
    }

    private static boolean endsWithin(ProcessHandle process, long nanos) throws InterruptedException {
        try {
            process.onExit().get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException lives) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
