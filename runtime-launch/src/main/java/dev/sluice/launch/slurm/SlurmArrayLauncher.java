package dev.sluice.launch.slurm;

import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.Shell;
import dev.sluice.launch.Survivor;
import dev.sluice.model.Plural;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Workers on nodes that Slurm has yet to choose: an array job with one task for each. A thread of its own submits the
 * job, polls its state, and cancels it. In a run that goes on it also does so with the jobs of lost masters, and
 * submits only what is missing. Methods may be called from any thread.
 */
final class SlurmArrayLauncher implements Launcher {
    /** Pause between two polls [ms]: short at first, then long enough for clusters with many users. */
    private static final long FIRST_PAUSE = 500;

    private static final long LONGEST_PAUSE = 10_000;

    /** Pause between two polls while waiting for the end [ms]. */
    private static final long LAST_PAUSE = 250;

    private static final long KILL_MILLIS = 10_000;
    private static final Place SLURM = new Place("Slurm", 0, "Slurm");

    /** How much of the job is still needed. */
    private enum Wanted {
        ALL,
        /** Waiting tasks must not start any more. */
        NOTHING_NEW,
        NOTHING
    }

    private final SlurmTerms terms;
    private final @Nullable Path runFileThere;
    private final SlurmClient slurm;
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable LaunchListener listener;
    private Wanted wanted = Wanted.ALL;
    private boolean submitting;

    /** True while Slurm does not answer; of the thread that polls. */
    private boolean silent;

    /** True when an earlier master of the run may have submitted jobs. */
    private boolean goesOn;

    private List<Survivor> survivors = List.of();

    /**
     * @param runFileThere of a running run: the job is only submitted, which is reported as a verdict; null: the job
     *     belongs to this run, is watched and ends with it
     */
    SlurmArrayLauncher(SlurmTerms terms, @Nullable Path runFileThere) {
        this(terms, runFileThere, new SlurmClient());
        SlurmClient.require("sbatch", "scontrol", "scancel");
    }

    SlurmArrayLauncher(SlurmTerms terms, @Nullable Path runFileThere, SlurmClient slurm) {
        this.terms = terms;
        this.runFileThere = runFileThere;
        this.slurm = slurm;
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

    /** Slurm knows the tasks of lost masters, also those whose workers have not come back. */
    @Override
    public synchronized void survived(List<Survivor> workers) {
        goesOn = true;
        survivors = List.copyOf(workers);
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
                watch(jobs(files, run, told), told);
            } else {
                files.writeScript(runFileThere);
                String job = submit(told, true);
                if (!job.isEmpty()) {
                    told.verdict(
                            SLURM,
                            new PlaceVerdict(
                                    PlaceVerdict.Kind.GOOD,
                                    "job " + job + ": " + Plural.of(terms.workers(), "worker") + " submitted",
                                    "squeue --jobs " + job));
                }
            }
        } catch (IOException e) {
            refused(told, e.toString(), true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (runFileThere == null) {
                files.delete();
            }
            over.countDown();
        }
    }

    /** The jobs of lost masters, and one for the workers that they lack. */
    private List<SlurmArrayWatch> jobs(SlurmFiles files, RunFile run, LaunchListener told)
            throws IOException, InterruptedException {
        List<SlurmArrayWatch> jobs = new ArrayList<>();
        int missing = terms.workers();
        for (Map.Entry<String, Set<Integer>> earlier : earlier(told).entrySet()) {
            int tasks = earlier.getValue().size();
            told.news("Slurm job " + earlier.getKey() + ": " + Plural.of(tasks, "worker") + " of the earlier master");
            jobs.add(new SlurmArrayWatch(terms, earlier.getKey(), earlier.getValue(), survivors(), told));
            missing -= tasks;
        }
        files.write(run, Math.max(1, missing));
        String job = missing > 0 ? submit(told, jobs.isEmpty()) : "";
        if (!job.isEmpty()) {
            told.news("Slurm job " + job + ": " + Plural.of(missing, "worker") + " submitted");
            Set<Integer> all = IntStream.rangeClosed(1, missing).boxed().collect(Collectors.toSet());
            jobs.add(new SlurmArrayWatch(terms, job, all, List.of(), told));
        }
        return jobs;
    }

    /** Tasks of earlier masters that run or wait, by their jobs. The name of a job has the id of the run. */
    private Map<String, Set<Integer>> earlier(LaunchListener told) throws InterruptedException {
        Map<String, Set<Integer>> tasks = new LinkedHashMap<>();
        if (!isGoingOn()) {
            return tasks;
        }
        SlurmClient.Answer answer = slurm.list(terms.jobName());
        if (!answer.good()) {
            told.news("Slurm does not list the tasks of the earlier master, and workers are submitted anew: "
                    + answer.err());
        }
        for (SlurmListed task : SlurmListed.parse(answer.out())) {
            if (SlurmTask.lives(task.state())) {
                tasks.computeIfAbsent(task.job(), any -> new TreeSet<>()).add(task.index());
            }
        }
        return tasks;
    }

    private synchronized boolean isGoingOn() {
        return goesOn;
    }

    private synchronized List<Survivor> survivors() {
        return survivors;
    }

    /**
     * The job's number; empty if Slurm refused it.
     *
     * @param alone whether no other job has workers
     */
    private String submit(LaunchListener told, boolean alone) throws InterruptedException {
        SlurmClient.Answer answer = slurm.submit(terms.script());
        if (!answer.job().isEmpty()) {
            if (!answer.err().isEmpty()) {
                told.news(answer.err());
            }
            return answer.job();
        }
        refused(told, answer.err().isEmpty() ? "sbatch said nothing" : answer.err(), alone);
        return "";
    }

    private void refused(LaunchListener told, String why, boolean alone) {
        told.verdict(
                SLURM,
                new PlaceVerdict(
                        PlaceVerdict.Kind.NOT_SUBMITTED,
                        why,
                        "sbatch " + Shell.quote(terms.script().toString())));
        if (alone && now() == Wanted.ALL) {
            told.allGone("Slurm took no job: " + why);
        }
    }

    private void watch(List<SlurmArrayWatch> jobs, LaunchListener told) throws InterruptedException {
        Wanted asked = Wanted.ALL;
        long pause = FIRST_PAUSE;
        long killed = 0;
        while (!jobs.isEmpty()) {
            for (SlurmArrayWatch job : List.copyOf(jobs)) {
                if (isGone(job, told)) {
                    jobs.remove(job);
                    if (jobs.isEmpty() && now() == Wanted.ALL) {
                        told.allGone(job.lastWords());
                    }
                }
            }
            Wanted now = now();
            if (now != asked) {
                for (SlurmArrayWatch job : jobs) {
                    cancel(job.job(), now);
                }
                asked = now;
                killed = now == Wanted.NOTHING ? System.nanoTime() : 0;
            }
            if (killed != 0 && System.nanoTime() - killed > TimeUnit.MILLISECONDS.toNanos(KILL_MILLIS)) {
                for (SlurmArrayWatch job : jobs) {
                    told.unwatched(
                            new Place("Slurm", 0, "Slurm job " + job.job()), "it was cancelled, and has not ended yet");
                }
                return;
            }
            pause = now == Wanted.ALL ? Math.min(LONGEST_PAUSE, pause * 5 / 4) : LAST_PAUSE;
            if (!jobs.isEmpty()) {
                pause(now, pause);
            }
        }
    }

    /** Looks at the tasks of a job; returns whether all have ended. */
    private boolean isGone(SlurmArrayWatch job, LaunchListener told) throws InterruptedException {
        SlurmClient.Answer answer = slurm.show(job.job());
        boolean forgotten = !answer.good() && answer.err().contains("Invalid job id");
        if (answer.good() || forgotten) {
            job.look(SlurmTask.parse(answer.out()));
            silent = false;
        } else if (!silent) {
            told.news("Slurm does not report the state of job " + job.job() + ": " + answer.err());
            silent = true;
        }
        return job.over() || forgotten;
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
