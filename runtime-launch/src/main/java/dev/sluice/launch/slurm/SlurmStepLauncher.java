package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchException;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.Shell;
import dev.sluice.launch.WorkerLog;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.runfile.RunFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Workers on nodes of an existing allocation: one step, one worker a node, with the run file on srun's standard input.
 * They are drained before the allocation's time limit. Any thread.
 */
final class SlurmStepLauncher implements Launcher {
    private static final long KILL_SECONDS = 5;
    private static final long JOIN_MILLIS = 2_000;

    private final SlurmTerms terms;
    private final SlurmAllocation allocation;
    private final SlurmClient slurm = new SlurmClient();
    private @Nullable Process process;
    private @Nullable Thread reader;
    private @Nullable Thread clock;
    private @Nullable SlurmStepOutput output;
    private boolean ending;

    SlurmStepLauncher(SlurmTerms terms, SlurmAllocation allocation) {
        this.terms = terms;
        this.allocation = allocation;
        SlurmClient.require("srun", "scontrol", "scancel");
        int nodes = allocation.cpus().size();
        if (nodes > 0 && terms.workers() > nodes) {
            throw new LaunchException(
                    ErrorCode.USAGE,
                    "--slurm: " + terms.workers() + " (expected: at most " + nodes + ", the nodes of the allocation "
                            + allocation.job() + " that this is called in)");
        }
    }

    @Override
    public int expectedSlots() {
        return terms.slots() > 0 ? terms.workers() * terms.slots() : allocation.cpusOf(terms.workers());
    }

    @Override
    public List<String> byHand(Path runFile) {
        // Standard input stays open as long as the run does.
        String run = Shell.quote(runFile.toString());
        return List.of("{ cat " + run + "; while [ -e " + run + " ]; do sleep 1; done; } | "
                + Shell.command(SlurmScript.step(terms)));
    }

    @Override
    public synchronized void start(LaunchListener listener) {
        SlurmStepOutput lines = new SlurmStepOutput(terms.logs(), listener);
        try {
            new SlurmFiles(terms).copyJar();
            Process srun = new ProcessBuilder(SlurmScript.step(terms))
                    .redirectErrorStream(true)
                    .start();
            process = srun;
            output = lines;
            reader = daemon("sluice-srun", () -> read(srun, lines, listener));
            clock = daemon("sluice-slurm-clock", () -> drainInTime(lines));
        } catch (IOException e) {
            throw new LaunchException(ErrorCode.SLURM_REFUSED, "--slurm: cannot start srun: " + e.getMessage(), e);
        }
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void read(Process srun, SlurmStepOutput lines, LaunchListener listener) {
        try (BufferedReader from =
                new BufferedReader(new InputStreamReader(srun.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                lines.line(line);
            }
            srun.waitFor();
        } catch (IOException | UncheckedIOException e) {
            listener.unwatched(whole(), "the output of srun cannot be stored: " + FileTrouble.named(e));
            return;
        } catch (InterruptedException e) {
            return;
        }
        boolean wanted;
        synchronized (this) {
            wanted = ending;
        }
        if (!wanted) {
            listener.allGone("all Slurm workers have ended; their last lines, from " + lines.last() + ":"
                    + System.lineSeparator() + WorkerLog.lastWords(lines.last()));
        }
    }

    private Place whole() {
        return new Place("Slurm", 0, "Slurm job " + allocation.job());
    }

    /**
     * Sends SIGTERM a minute before the end of the allocation, or after half of a shorter rest; the end may be moved
     * meanwhile.
     */
    private void drainInTime(SlurmStepOutput lines) {
        try {
            boolean warned = false;
            while (!warned) {
                long left = secondsLeft();
                long lead = Math.min(SlurmScript.WARNING_SECONDS, left / 2);
                if (left < 0) {
                    return; // there is no end
                }
                if (left - lead > 1) {
                    TimeUnit.SECONDS.sleep(left - lead);
                } else if (!lines.step().isEmpty()) {
                    slurm.cancel(lines.step(), "--signal=TERM");
                    warned = true;
                } else {
                    TimeUnit.SECONDS.sleep(1);
                }
            }
        } catch (InterruptedException over) {
            // the run has ended before the allocation
        }
    }

    private long secondsLeft() throws InterruptedException {
        List<SlurmTask> jobs = SlurmTask.parse(slurm.show(allocation.job()).out());
        try {
            return jobs.isEmpty()
                    ? -1
                    : Math.max(
                            0,
                            Duration.between(
                                            LocalDateTime.now(ZoneId.systemDefault()),
                                            LocalDateTime.parse(jobs.get(0).end()))
                                    .toSeconds());
        } catch (DateTimeParseException unknown) {
            return -1;
        }
    }

    @Override
    public synchronized void join(RunFile everyone) {
        RunFile run = everyone.overNetwork();
        Process srun = process;
        if (srun != null) {
            OutputStream stdin = srun.getOutputStream(); // stays open, and ends with us
            try {
                stdin.write(run.text().getBytes(StandardCharsets.UTF_8));
                stdin.flush();
            } catch (IOException died) {
                // its end is reported like any other
            }
        }
    }

    @Override
    public synchronized void ending() {
        ending = true;
        if (clock != null) {
            clock.interrupt();
        }
    }

    @Override
    public void awaitEnd(long millis) throws InterruptedException {
        ending();
        Process srun;
        Thread lines;
        SlurmStepOutput told;
        synchronized (this) {
            srun = process;
            lines = reader;
            told = output;
        }
        if (srun == null || lines == null || told == null) {
            return;
        }
        if (!srun.waitFor(millis, TimeUnit.MILLISECONDS)) {
            srun.toHandle().destroy(); // upon which it kills its tasks; Process.destroy closes its output, read or not
            if (!srun.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
                if (!told.step().isEmpty()) {
                    slurm.cancel(told.step(), "--signal=KILL");
                }
                srun.toHandle().destroyForcibly();
                srun.waitFor();
            }
        }
        lines.join(JOIN_MILLIS);
        new SlurmFiles(terms).delete();
    }
}
