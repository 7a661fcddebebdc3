package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.Shell;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Workers on nodes that Slurm has yet to choose: an array job with one task for each. A thread of its own submits the
 * job, polls its state, and cancels it. Methods may be called from any thread.
 */
final class SlurmArrayLauncher implements Launcher {
    /** Pause between two polls [ms]: short at first, then long enough for clusters with many users. */
    private static final long FIRST_PAUSE = 500;

    private static final long LONGEST_PAUSE = 10_000;

    /** Pause between two polls while waiting for the end [ms]. */
    private static final long LAST_PAUSE = 250;

    private static final long KILL_MILLIS = 10_000;
    private static final Place SLURM = new Place("Slurm", 0, "Slurm");
    private static final Pattern SUBMITTED = Pattern.compile("([0-9]{1,12})(?:;[^\\s]*)?\\s*");

    /** How much of the job is still needed. */
    private enum Wanted {
        ALL,
        /** Waiting tasks must not start any more. */
        NOTHING_NEW,
        NOTHING
    }

    private final SlurmTerms terms;
    private final @Nullable Path runFileThere;
    private final SlurmClient slurm = new SlurmClient();
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable LaunchListener listener;
    private Wanted wanted = Wanted.ALL;
    private boolean submitting;

    /**
     * @param runFileThere of a running run: the job is only submitted, which is reported as a verdict; null: the job
     *     belongs to this run, is watched and ends with it
     */
    SlurmArrayLauncher(SlurmTerms terms, @Nullable Path runFileThere) {
        this.terms = terms;
        this.runFileThere = runFileThere;
        SlurmClient.require("sbatch", "scontrol", "scancel");
    }

    /** A lower bound, because Slurm chooses the nodes. */
    @Override
    public int expectedSlots() {
        return terms.workers() * Math.max(1, terms.slots());
    }

    @Override
    public List<String> byHand(Path runFile) {
        return List.of("sbatch << 'SCRIPT'\n" + SlurmScript.batch(terms, runFile.toAbsolutePath()) + "SCRIPT");
    }

    @Override
    public synchronized void start(LaunchListener told) {
        listener = told;
    }

    @Override
    public synchronized void join(RunFile run) {
        LaunchListener told = listener;
        if (told == null || submitting || wanted != Wanted.ALL) {
            return;
        }
        submitting = true;
        RunFile network = run.overNetwork();
        Thread thread = new Thread(() -> work(network, told), "sluice-slurm");
        thread.setDaemon(true);
        thread.start();
    }

    private void work(RunFile run, LaunchListener told) {
        SlurmFiles files = new SlurmFiles(terms);
        try {
            if (runFileThere == null) {
                files.write(run);
                String job = submit(told);
                if (!job.isEmpty()) {
                    told.news("Slurm job " + job + ": " + terms.workers() + " workers submitted");
                    watch(job, told);
                }
            } else {
                files.writeScript(runFileThere);
                String job = submit(told);
                if (!job.isEmpty()) {
                    told.verdict(
                            SLURM,
                            new PlaceVerdict(
                                    PlaceVerdict.Kind.GOOD,
                                    "job " + job + ": " + terms.workers() + " workers submitted",
                                    "squeue --jobs " + job));
                }
            }
        } catch (IOException e) {
            refused(told, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (runFileThere == null) {
                files.delete();
            }
            over.countDown();
        }
    }

    /** The job's number; empty if Slurm refused it. */
    private String submit(LaunchListener told) throws InterruptedException {
        SlurmClient.Answer answer = slurm.submit(terms.script());
        Matcher job = SUBMITTED.matcher(answer.out());
        if (answer.good() && job.matches()) {
            if (!answer.err().isEmpty()) {
                told.news(answer.err());
            }
            return job.group(1);
        }
        refused(told, answer.err().isEmpty() ? "sbatch said nothing" : answer.err());
        return "";
    }

    private void refused(LaunchListener told, String why) {
        told.verdict(
                SLURM,
                new PlaceVerdict(
                        PlaceVerdict.Kind.NOT_SUBMITTED,
                        why,
                        "sbatch " + Shell.quote(terms.script().toString())));
        if (now() == Wanted.ALL) {
            told.allGone("Slurm took no job: " + why);
        }
    }

    private void watch(String job, LaunchListener told) throws InterruptedException {
        SlurmArrayWatch watch = new SlurmArrayWatch(terms, job, told);
        Wanted asked = Wanted.ALL;
        long pause = FIRST_PAUSE;
        long killed = 0;
        boolean silent = false;
        while (true) {
            SlurmClient.Answer answer = slurm.show(job);
            if (answer.good() || answer.err().contains("Invalid job id")) {
                watch.look(SlurmTask.parse(answer.out()));
                silent = false;
            } else if (!silent) {
                told.news("Slurm does not report the state of job " + job + ": " + answer.err());
                silent = true;
            }
            Wanted now = now();
            boolean gone = watch.over() || (!answer.good() && answer.err().contains("Invalid job id"));
            if (gone) {
                if (now == Wanted.ALL) {
                    told.allGone(watch.lastWords());
                }
                return;
            }
            if (now != asked) {
                cancel(job, now);
                asked = now;
                killed = now == Wanted.NOTHING ? System.nanoTime() : 0;
            }
            if (killed != 0 && System.nanoTime() - killed > TimeUnit.MILLISECONDS.toNanos(KILL_MILLIS)) {
                told.unwatched(new Place("Slurm", 0, "Slurm job " + job), "it was cancelled, and has not ended yet");
                return;
            }
            pause = now == Wanted.ALL ? Math.min(LONGEST_PAUSE, pause * 5 / 4) : LAST_PAUSE;
            pause(now, pause);
        }
    }

    private void cancel(String job, Wanted now) throws InterruptedException {
        if (now == Wanted.NOTHING_NEW) {
            slurm.cancel(job, "--state=PENDING");
        } else {
            // The signal goes to the worker itself, which is the batch shell's process; without --batch, Slurm would
            // send SIGTERM and wait for KillWait.
            slurm.cancel(job, "--batch", "--signal=KILL");
            slurm.cancel(job);
        }
    }

    private synchronized Wanted now() {
        return wanted;
    }

    /** Pauses; returns earlier when less is wanted, or spuriously, which only causes an early poll. */
    @SuppressWarnings("WaitNotInLoop")
    private synchronized void pause(Wanted before, long millis) throws InterruptedException {
        if (wanted == before) {
            wait(millis);
        }
    }

    private synchronized void want(Wanted what) {
        if (what.compareTo(wanted) > 0) {
            wanted = what;
            notifyAll();
        }
    }

    @Override
    public void ending() {
        want(Wanted.NOTHING_NEW);
    }

    @Override
    public void awaitEnd(long millis) throws InterruptedException {
        ending();
        synchronized (this) {
            if (!submitting) {
                return;
            }
        }
        if (runFileThere != null) {
            over.await();
            return;
        }
        if (!over.await(millis, TimeUnit.MILLISECONDS)) {
            want(Wanted.NOTHING);
            over.await();
        }
    }
}
