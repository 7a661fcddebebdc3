package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.PassedRunFile;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.Restarts;
import dev.sluice.launch.RunFiles;
import dev.sluice.launch.Steps;
import dev.sluice.launch.WorkerLog;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.RunFile;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The worker or sub-master of one host, from the first ssh to its last end, on a thread of its own. It looks for Java,
 * copies the jar, starts the process, sends it the run file, and passes its output on. State shared with other threads
 * is guarded by this.
 */
final class SshWorker implements Runnable {
    /** Time limit for a host's verdict, from the beginning of its handshake [ns]. */
    static final long VERDICT_NANOS = TimeUnit.SECONDS.toNanos(19);

    /** Time limit after each piece of the jar, to which the time of all pieces so far is added [ns]. */
    private static final long PIECE_NANOS = TimeUnit.SECONDS.toNanos(12);

    private static final int TRIES = 3;
    private static final long TRY_AGAIN_MILLIS = 500;

    /** The progress of one ssh. */
    private enum State {
        /** Not begun, or over. */
        IDLE,
        /** The handshake. */
        CONNECTING,
        /** The steps run: Java is looked for, the jar is sent. */
        PREPARING,
        /** The worker is being started and waits for the run file. */
        READY,
        /** The worker has the run file. */
        JOINING,
        /** The master has accepted it. */
        JOINED
    }

    private final SshCrew crew;
    private final HostSpec host;
    private final Place place;
    private final HostMessages words;
    private final Path log;
    private final HostTree.@Nullable SubMaster subMaster;
    private final PassedRunFile passed = new PassedRunFile();
    private final PhaseClock clock = new PhaseClock("ssh", System::nanoTime);
    private State state = State.IDLE;
    private @Nullable SshProcess ssh;
    private @Nullable PlaceVerdict verdict;
    private @Nullable PlaceVerdict trouble;
    /** Our address as the host sees it, if the master is here. */
    private String client = "";

    private long deadlineNanos;

    /** The moment after the first piece of the jar; 0 before it [ns]. */
    private long sendingNanos;

    private long pid;
    private int slots;
    private int starts;
    private int tries;
    private boolean handshaking;
    private boolean unwatched;
    private boolean over;
    private boolean endedWell;

    /** The exit code of the worker, if its step has reported it last; else -1. */
    private int saidExit = -1;

    SshWorker(SshCrew crew, HostSpec host, Place place) {
        this.crew = crew;
        this.host = host;
        this.place = place;
        this.words = crew.words(host);
        this.subMaster = crew.tree().on(host.name());
        this.log = WorkerLog.of(crew.logs(), host.name(), place.number());
    }

    Place place() {
        return place;
    }

    /** Tells whether units are computed here. */
    boolean computes() {
        return subMaster == null || subMaster.slots() > 0;
    }

    /** Null while there is none. */
    synchronized @Nullable PlaceVerdict verdict() {
        return verdict;
    }

    /** Tells whether nothing is known to run here and nothing will be started. */
    synchronized boolean gone() {
        return over && !unwatched;
    }

    @Override
    public void run() {
        try {
            while (again(once())) {
                // another ssh
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                over = true;
            }
            noSubMaster();
            crew.over(this);
        }
    }

    /** Lets the processes below a missing sub-master join the next one above. */
    private void noSubMaster() {
        RunFiles files = crew.runFiles();
        if (subMaster == null || files.isServing(host.name()) && (crew.detached() || isUnwatched())) {
            return;
        }
        files.gone(host.name());
        if (!crew.isEnding()) {
            if (!hasEndedWell()) {
                crew.listener().news("no sub-master is on " + host.name() + ": its workers join the master above");
            }
            crew.joinAgain();
        }
    }

    private synchronized boolean hasEndedWell() {
        return endedWell;
    }

    private synchronized boolean isUnwatched() {
        return unwatched;
    }

    /** The last lines of the output there. */
    String lastWords() {
        return WorkerLog.lastWords(log);
    }

    // ---- one ssh

    /** Runs one ssh to its end; returns its exit code. */
    private int once() throws InterruptedException {
        crew.handshakes().acquire();
        try {
            synchronized (this) {
                handshaking = true;
            }
            SshProcess process = begin();
            if (process == null) {
                return 0;
            }
            try (OutputStream out = new FileOutputStream(log.toFile(), true)) {
                for (byte[] line = process.line(); line != null; line = process.line()) {
                    String text = new String(line, StandardCharsets.UTF_8);
                    if (Steps.says(text)) {
                        hear(process, text.substring(Steps.SAYS.length()).strip());
                    } else {
                        saidExit = -1;
                        out.write(line);
                    }
                }
            }
            return process.exitCode();
        } catch (IOException e) {
            judge(words.failed("ssh: " + e.getMessage()));
            stop();
            return 255;
        } finally {
            shaken();
        }
    }

    private synchronized @Nullable SshProcess begin() throws IOException {
        ssh = null;
        if (over || crew.isEnding()) {
            return null;
        }
        if (subMaster != null) {
            crew.runFiles().starting(host.name());
        }
        tries++;
        pid = 0;
        saidExit = -1;
        trouble = null;
        state = State.CONNECTING;
        deadlineNanos = System.nanoTime() + VERDICT_NANOS;
        clock.began();
        String text = crew.text(host, place);
        ssh = SshProcess.start(crew.ssh().line(host, Steps.command(text)), text, errorsFile());
        return ssh;
    }

    private Path errorsFile() {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("log$", "ssh"));
    }

    /** Ends the handshake, successful or not: another host may begin its own. */
    private synchronized void shaken() {
        if (handshaking) {
            handshaking = false;
            crew.handshakes().release();
        }
    }

    /**
     * Handles a line of a step. After a worker has joined, which may print anything, only its exit counts; a sub-master
     * may report its run file then.
     */
    private void hear(SshProcess process, String said) {
        String[] parts = said.split(" ", 2);
        String rest = parts.length == 1 ? "" : parts[1];
        clock.hear(parts[0], rest);
        boolean late = parts[0].equals("exit") || subMaster != null && parts[0].matches("run|listens");
        switch (isJoined() && !late ? "" : parts[0]) {
            case "hello" -> hello(rest);
            case "failed" -> {
                synchronized (this) {
                    trouble = words.step(rest);
                }
            }
            case "jar" -> {
                if (rest.equals("wanted")) {
                    send(process, crew.jar());
                }
            }
            case "file" -> send(process, crew.carried(rest));
            case "run" -> passed.line(rest);
            case "listens" -> listens();
            case "ready" -> ready();
            case "pid" -> pid(rest);
            case "joined" -> joined();
            case "exit" -> saidExit = rest.matches("[0-9]{1,3}") ? Integer.parseInt(rest) : -1;
            default -> {
                // a word of a newer step
            }
        }
    }

    private void send(SshProcess process, @Nullable Path jar) {
        if (jar == null) {
            return;
        }
        try {
            process.send(jar, this::progress);
            clock.sent(Files.size(jar));
        } catch (IOException e) {
            // the step does not read its input, and it or ssh reports the reason
        }
    }

    private synchronized boolean isJoined() {
        return state == State.JOINED;
    }

    private void joined() {
        synchronized (this) {
            state = State.JOINED;
        }
        crew.listener().phases(place, clock.phases());
        judge(words.good(pid));
    }

    /** Records a sub-master's run file. */
    private void listens() {
        if (subMaster == null) {
            return;
        }
        try {
            crew.runFiles().serves(host.name(), passed.whole());
        } catch (NetException e) {
            judge(words.failed("its run file: " + e.getMessage()));
            stop();
        }
        crew.joinAgain();
    }

    private void hello(String rest) {
        shaken();
        String[] found = rest.split(" ");
        synchronized (this) {
            state = State.PREPARING;
            sendingNanos = 0;
            tries = 0;
            starts++;
            slots = subMaster != null
                    ? 0
                    : host.slots() > 0 ? host.slots() : found[0].matches("[0-9]{1,5}") ? Integer.parseInt(found[0]) : 1;
            client = crew.masterHere() && found.length > 1 ? found[1] : "";
        }
    }

    private synchronized void progress() {
        long nowNanos = System.nanoTime();
        if (state == State.PREPARING && sendingNanos == 0) {
            sendingNanos = nowNanos;
        }
        // Pipe, ssh and sockets buffer megabytes, which a slow line carries long after the last piece was written.
        long sentForNanos = state == State.PREPARING ? nowNanos - sendingNanos : 0;
        deadlineNanos = Math.max(deadlineNanos, nowNanos + PIECE_NANOS + sentForNanos);
    }

    private synchronized void ready() {
        state = State.READY;
        join();
    }

    /** Sends the run file, if the process waits for it and there is one. */
    synchronized void join() {
        SshProcess process = ssh;
        RunFile run = crew.runFiles().of(host.name(), client);
        if (state == State.READY && process != null && run != null) {
            state = State.JOINING;
            progress();
            clock.told();
            process.send(run.text());
        }
    }

    private void pid(String rest) {
        if (rest.matches("[0-9]{1,15}")) {
            synchronized (this) {
                pid = Long.parseLong(rest);
            }
            if (crew.tree().above(host.name()) == null) {
                crew.listener().logs(place, Long.parseLong(rest), log);
                crew.listener().started(place, Long.parseLong(rest), slots);
            }
        }
    }

    // ---- verdicts

    /** Gives a verdict to a host that has had none for too long; called often. */
    void tick(long nowNanos) {
        PlaceVerdict late;
        synchronized (this) {
            if (over
                    || verdict != null
                    || state == State.IDLE
                    || state == State.READY
                    || nowNanos - deadlineNanos < 0) {
                return;
            }
            late = state == State.JOINING
                    ? words.noCallBack(crew.runFiles().of(host.name(), client))
                    : words.silent(state.ordinal() > 1);
        }
        judge(late);
        stop();
    }

    private void judge(PlaceVerdict found) {
        synchronized (this) {
            if (verdict != null || (crew.isEnding() && !found.good())) {
                return;
            }
            verdict = found;
        }
        crew.listener().verdict(place, found);
    }

    /** Decides whether to start another ssh after this one has ended. */
    private boolean again(int exitCode) throws InterruptedException {
        SshProcess process;
        State was;
        synchronized (this) {
            process = ssh;
            was = state;
            state = State.IDLE;
        }
        if (process == null) {
            return false;
        }
        String errors = process.errors();
        keep(errors);
        if (was == State.JOINED) {
            return !crew.detached() && joinedEnded(exitCode, errors);
        }
        SshTrouble found = SshTrouble.of(errors, exitCode);
        if (verdict() == null && was == State.CONNECTING && exitCode == 255 && found.passing() && tries < TRIES) {
            Thread.sleep(TRY_AGAIN_MILLIS * tries);
            return true;
        }
        judge(whyNot(was, exitCode, found));
        if (pid > 0 && !(crew.isEnding() && was == State.READY)) { // else it was never asked for anything
            crew.listener().ended(place, new LaunchEnd(pid, exitCode, false, log));
        }
        return false;
    }

    /** Appends the messages of ssh to the log; deletes an empty log. */
    private void keep(String errors) {
        try {
            Files.writeString(log, errors, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (Files.size(log) == 0) {
                Files.delete(log);
            }
        } catch (IOException e) {
            // the text is in the verdict
        }
    }

    private synchronized PlaceVerdict whyNot(State was, int exitCode, SshTrouble found) {
        PlaceVerdict told = trouble;
        if (told != null) {
            return told;
        }
        if (exitCode == 255) {
            return words.ssh(found);
        }
        return was == State.JOINING
                ? words.process(exitCode, lastWords(), crew.runFiles().of(host.name(), client))
                : words.failed("the host ended the steps with exit code " + exitCode + ": " + lastWords());
    }

    /** Handles the end of a joined worker, or only of its ssh. */
    private boolean joinedEnded(int exitCode, String errors) {
        if (saidExit != exitCode) {
            synchronized (this) {
                unwatched = !over;
            }
            if (!crew.isEnding()) {
                crew.listener().unwatched(place, SshTrouble.of(errors, exitCode).reason());
            }
            return false;
        }
        synchronized (this) {
            endedWell = exitCode == 0;
        }
        boolean restart =
                !crew.isEnding() && Restarts.follow(exitCode, crew.listener().isComputing(place, pid), starts);
        crew.listener().ended(place, new LaunchEnd(pid, exitCode, restart, log));
        return restart;
    }

    // ---- the end

    /** Kills ssh at once; the worker notices and ends as well. */
    synchronized void stop() {
        over = true;
        SshProcess process = ssh;
        if (process != null) {
            process.destroy();
        }
    }

    /** The same if no worker has the run file yet: nobody would tell it that the run is over. */
    synchronized void stopUnlessTold() {
        if (state != State.JOINING && state != State.JOINED) {
            stop();
        }
    }

    /** Waits for ssh to end by itself [ns]. */
    boolean endsWithin(long nanos) throws InterruptedException {
        SshProcess process;
        synchronized (this) {
            process = ssh;
        }
        return process == null || process.endsWithin(nanos);
    }
}
