package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.campaign.EpisodePlace.Started;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A run that is submitted to a pool of this machine. The campaign starts a killed pool again. */
final class PoolMaster implements EpisodePlayers {
    /** The work of the command that is running. */
    private enum Step {
        START,
        SUBMIT,
        WAIT,
        /** Starts a killed pool again. */
        RESTART,
        STOP,
        OVER
    }

    private static final int NO_POOL = 3;
    private static final int BUSY = 4;
    private static final int KILLED = 137;

    /** Time between two looks at the living processes, which take a while [ms]. */
    private static final long LOOK_MILLIS = 200;

    private final Episode episode;
    private final EpisodePlace place;
    private final EpisodeProcesses processes;
    private final List<String> findings = new ArrayList<>();
    private Step step = Step.START;
    private @Nullable Started command;
    private String run = "";
    private long submittedNanos;
    private long lookedNanos = System.nanoTime();
    private long lostNanos;
    private boolean lost;
    private boolean ended;

    PoolMaster(Episode episode, EpisodePlace place, EpisodeProcesses processes) {
        this.episode = episode;
        this.place = place;
        this.processes = processes;
    }

    @Override
    public void start() throws IOException {
        begin(Step.START, "pool", "start", "--local", "1", "--slots", String.valueOf(episode.workers()));
    }

    private void begin(Step next, String... arguments) throws IOException {
        step = next;
        command = place.start(
                String.join("-", List.of(arguments).subList(0, 2)).replaceAll("[^a-z-]", ""),
                place.places().masterWords(),
                arguments);
    }

    @Override
    public boolean tick() throws IOException {
        Started running = command;
        if (running == null || running.process().isAlive()) {
            lookForPool();
            return step == Step.OVER;
        }
        int code = running.process().exitValue();
        switch (step) {
            case START -> submit(code, running);
            case SUBMIT -> submitted(code, running);
            case WAIT -> waited(code, running);
            case RESTART -> restarted(code, running);
            case STOP -> stopped(code, running);
            case OVER -> command = null;
        }
        return step == Step.OVER;
    }

    private void unexpected(int code, Started running) {
        findings.add(running.name() + " exited with " + code + ": " + OwnMaster.last(running.complained()));
        step = Step.OVER;
    }

    private void submit(int code, Started running) throws IOException {
        if (code != 0) {
            unexpected(code, running);
            return;
        }
        List<String> words = new ArrayList<>(List.of("submit"));
        words.addAll(OwnMaster.runWords(episode, place));
        words.addAll(OwnMaster.applicationWords(episode, place));
        begin(Step.SUBMIT, words.toArray(String[]::new));
    }

    private void submitted(int code, Started running) throws IOException {
        run = running.printed().strip();
        submittedNanos = System.nanoTime();
        if (code != 0) {
            unexpected(code, running);
        } else {
            begin(Step.WAIT, "attach", "--wait", run);
        }
    }

    private void waited(int code, Started running) throws IOException {
        if (code == 0) {
            ended = true;
            begin(Step.STOP, "pool", "stop");
        } else if (code == KILLED && !episode.has(FaultTarget.POOL)) {
            unexpected(code, running); // the pool lives and has to resume the run
        } else if (code == KILLED || code == NO_POOL) {
            begin(Step.WAIT, "attach", "--wait", run);
        } else {
            unexpected(code, running);
        }
    }

    private void stopped(int code, Started running) throws IOException {
        if (code == 0) {
            step = Step.OVER;
        } else if (code == BUSY) {
            begin(Step.STOP, "pool", "stop");
        } else if (code == NO_POOL && episode.has(FaultTarget.POOL)) {
            begin(Step.RESTART, "pool", "start"); // the run ended before its pool was started again
        } else {
            unexpected(code, running);
        }
    }

    private void restarted(int code, Started running) throws IOException {
        if (code == KILLED && episode.has(FaultTarget.POOL)) {
            begin(Step.RESTART, "pool", "start"); // the new pool was killed before it answered
        } else if (code != 0) {
            unexpected(code, running);
        } else {
            lost = false;
            begin(
                    ended ? Step.STOP : Step.WAIT,
                    ended ? new String[] {"pool", "stop"} : new String[] {"attach", "--wait", run});
        }
    }

    /** Starts a pool again that was killed some time ago. */
    private void lookForPool() throws IOException {
        if (step != Step.WAIT && step != Step.STOP || sinceMillis(lookedNanos) < LOOK_MILLIS) {
            return;
        }
        lookedNanos = System.nanoTime();
        if (!processes.of(FaultTarget.POOL).isEmpty()) {
            lost = false;
        } else if (!lost) {
            lost = true;
            lostNanos = System.nanoTime();
        } else if (step == Step.WAIT && sinceMillis(lostNanos) >= episode.resumeMillis()) {
            if (command != null) {
                command.process().destroyForcibly();
            }
            begin(Step.RESTART, "pool", "start");
        }
    }

    private static long sinceMillis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    @Override
    public long masterMillis() {
        return run.isEmpty() ? -1 : sinceMillis(submittedNanos);
    }

    @Override
    public @Nullable CuttableRelay relay() {
        return null;
    }

    @Override
    public List<String> findings() {
        return findings;
    }

    @Override
    public int masters() {
        return 1;
    }

    @Override
    public void close() {}
}
