package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetLoop;
import dev.sluice.cli.fleet.FleetStatus;
import dev.sluice.cli.runs.KnownRun;
import dev.sluice.cli.runs.RunPlaces;
import dev.sluice.insight.weather.StandingWeather;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import dev.sluice.pool.Desk;
import dev.sluice.pool.PoolLoop;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the requests of commands: starts and ends runs, and changes the hosts. Files and processes are handled on
 * its own thread, {@code pool-desk}; the pool's state is asked on the pool's loop.
 */
final class PoolDesk implements Desk, AutoCloseable {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    /** The words for a pool that stops. */
    static final String STOPS = "the pool stops; running units are finished";

    private static final long BEGIN_PERIOD_MILLIS = 50;
    private static final long STOP_PERIOD_MILLIS = 1_000;
    /** How long a submission waits for its run to begin [ms]; the run goes on beginning. */
    private static final long BEGIN_MILLIS = 12_000;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "pool-desk");
        made.setDaemon(true);
        return made;
    });
    private final PoolPlace place;
    private final RunId pool;
    private final Loop loop;
    private final PoolStore store;
    private final RunProcesses processes;
    private final BiConsumer<List<String>, Consumer<String>> addHosts;
    private final WeatherKeeper weather;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private volatile @Nullable PoolLoop state;
    private volatile @Nullable FleetLoop fleet;

    /**
     * Starts nothing yet.
     *
     * @param addHosts starts agents on more hosts, as options name them, and tells the second argument what becomes of
     *     them; throws SluiceException for wrong ones
     */
    PoolDesk(
            PoolPlace place,
            RunId pool,
            Loop loop,
            PoolStore store,
            BiConsumer<List<String>, Consumer<String>> addHosts) {
        this.place = place;
        this.pool = pool;
        this.loop = loop;
        this.store = store;
        this.addHosts = addHosts;
        this.weather = new WeatherKeeper(loop, pool, this::say);
        this.processes = new RunProcesses(
                place.directory(),
                this::say,
                (millis, task) -> thread.schedule(task, millis, TimeUnit.MILLISECONDS),
                this::over);
    }

    /** Begins to serve this pool, and takes over the runs of its earlier process. */
    void serve(PoolLoop served) {
        state = served;
        thread.execute(() -> store.runs().stream().filter(run -> !run.over()).forEach(processes::takeOver));
        StopNote note = new StopNote(place.directory());
        thread.scheduleWithFixedDelay(
                () -> lookFor(note), STOP_PERIOD_MILLIS, STOP_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Obeys a command of another version, which cannot speak to this pool. */
    private void lookFor(StopNote note) {
        try {
            List<String> words = note.taken();
            if (words == null) {
                return;
            }
            try {
                stop(words, answer -> {});
                note.answered(null);
            } catch (SluiceException refused) {
                note.answered(refused.getMessage());
            }
        } catch (IOException failure) {
            say("the request to stop: " + FileTrouble.named(failure));
        }
    }

    /** The size of the fleet; null without one. Any thread. */
    @Nullable
    FleetStatus fleet() {
        FleetLoop served = fleet;
        return served == null ? null : served.status();
    }

    /** Shows this fleet, and lets it go on when a command asks. */
    void serve(FleetLoop served) {
        fleet = served;
    }

    /** Begins to write down what agents sense. */
    void record(StandingWeather files) {
        weather.start(files, task -> {
            if (!thread.isShutdown()) {
                thread.execute(task);
            }
        });
    }

    /** Completes when the pool was asked to stop and nothing is left to do. */
    CompletableFuture<Void> stopped() {
        return stopped;
    }

    @Override
    public void say(String line) {
        System.err.println(STAMP.format(LocalDateTime.now(ZoneId.systemDefault())) + " " + line);
    }

    @Override
    public void connected(String host, @Nullable Session session) {
        weather.connected(host, session);
    }

    @Override
    public void sensed(String host, HostReport report) {
        weather.sensed(host, report);
    }

    @Override
    public void probed(String host, LinkProbe answer) {
        weather.probed(host, answer);
    }

    private void over(SubmittedRun run) {
        try {
            store.over(run);
        } catch (IOException failure) {
            say("the end of " + run.directory().getFileName() + " is not written down: " + FileTrouble.named(failure));
        }
    }

    @Override
    public void asked(PoolRequest request, Consumer<PoolAnswer> answer) {
        thread.execute(() -> {
            try {
                carryOut(request, answer);
            } catch (SluiceException refused) {
                answer.accept(new PoolAnswer(refused.code(), String.valueOf(refused.getMessage()), ""));
            } catch (IOException failure) {
                answer.accept(new PoolAnswer(FileTrouble.ofWriting(failure), FileTrouble.words(failure), ""));
            } catch (RuntimeException defect) {
                answer.accept(new PoolAnswer(
                        FileTrouble.of(defect).orElse(ErrorCode.INTERNAL), FileTrouble.words(defect), ""));
            }
        });
    }

    private void carryOut(PoolRequest request, Consumer<PoolAnswer> answer) throws IOException {
        List<String> words = request.words();
        switch (request.verb()) {
            case SUBMIT -> submit(request, answer);
            case STATUS -> {
                FleetStatus size = fleet();
                onLoop(asked -> done("", PoolJson.status(pool, place.directory(), asked.view(), size)), answer);
            }
            case CANCEL -> cancel(words, answer);
            case DRAIN -> {
                boolean drained = !words.contains("--undo");
                List<String> hosts =
                        words.stream().filter(word -> !word.equals("--undo")).toList();
                onLoop(
                        served -> changed(
                                served.drain(hosts, drained),
                                (drained ? "draining: " : "taking workers again: ") + String.join(", ", hosts)),
                        answer);
            }
            case ADD -> {
                addHosts.accept(words, this::say);
                List<String> all = new ArrayList<>(store.hosts());
                all.addAll(words);
                store.hosts(all);
                answer.accept(done("agents are being started; 'sluice pool status' shows them", "{}"));
            }
            case REMOVE ->
                onLoop(served -> changed(served.remove(words), String.join(", ", words) + " leave the pool"), answer);
            case STOP -> stop(words, answer);
            case UNPAUSE -> unpause(answer);
        }
    }

    private void unpause(Consumer<PoolAnswer> answer) {
        FleetLoop served = fleet;
        if (served == null) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "pool: it has no fleet (expected: one, as 'sluice pool start --slurm min=0,max=50' gives it)");
        }
        served.unpause();
        answer.accept(done("the fleet asks for tasks again", "{}"));
    }

    private static PoolAnswer done(String text, String json) {
        return new PoolAnswer(ErrorCode.NONE, text, json);
    }

    private static PoolAnswer changed(List<String> unknown, String text) {
        return unknown.isEmpty()
                ? done(text, "{}")
                : new PoolAnswer(
                        ErrorCode.USAGE,
                        String.join(", ", unknown) + ": no such host in the pool (expected: as 'sluice pool status'"
                                + " names them)",
                        "");
    }

    private void onLoop(Function<PoolLoop, PoolAnswer> question, Consumer<PoolAnswer> answer) {
        loop.execute(() -> {
            PoolLoop served = state;
            answer.accept(
                    served == null
                            ? new PoolAnswer(ErrorCode.NO_POOL, "pool: it begins (expected: a moment later)", "")
                            : question.apply(served));
        });
    }

    // ---- runs

    private void submit(PoolRequest request, Consumer<PoolAnswer> answer) throws IOException {
        boolean named = !request.words().isEmpty() && request.words().get(0).startsWith(PoolRequest.ID);
        Path from = Path.of(request.directory());
        List<String> words = named ? request.words().subList(1, request.words().size()) : request.words();
        if (words.isEmpty() || !List.of("run", "each").contains(words.get(0))) {
            throw new SluiceException(ErrorCode.USAGE, "submit: " + words + " (expected: run or each)");
        }
        if (!Files.isDirectory(from)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, "submit: " + from + ": no directory (expected: one of this machine)");
        }
        RunId name = named ? id(request.words().get(0)) : newId(words);
        SubmittedRun run = new SubmittedRun(place.runs().resolve(name.text()), from, awaiting(words, from), false);
        Optional<SubmittedRun> earlier = store.runs().stream()
                .filter(each -> each.directory().equals(run.directory()))
                .findFirst();
        if (earlier.isPresent() || Files.exists(run.directory())) {
            if (!earlier.map(SubmittedRun::words).orElse(run.words()).equals(run.words())) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "submit: --id " + name + " is another run (expected: the words with which it was submitted)");
            }
            begun(earlier.orElse(run), null, untilNanos(), answer); // the same submission once more
            return;
        }
        Files.createDirectories(run.directory());
        new StartNote(run.directory()).write(environment(request.environment()));
        store.add(run); // before the start, so that a pool that is killed now starts the run later
        Process master = processes.start(run);
        boolean waits = master == null;
        begun(run, master, waits ? System.nanoTime() : untilNanos(), answer);
    }

    /** The words with the directory of each run that has to succeed first, in place of its name. */
    private List<String> awaiting(List<String> words, Path from) {
        List<String> known = new ArrayList<>(words);
        for (int at = 1; at < known.size() && known.get(at).startsWith(PoolRequest.AFTER); at++) {
            String name = known.get(at).substring(PoolRequest.AFTER.length());
            known.set(at, PoolRequest.AFTER + awaited(name, from));
        }
        return known;
    }

    private Path awaited(String name, Path from) {
        List<SubmittedRun> begun =
                store.runs().stream().filter(run -> run.id().startsWith(name)).toList();
        Optional<SubmittedRun> same =
                begun.stream().filter(run -> run.id().equals(name)).findFirst();
        if (same.isPresent() || begun.size() == 1) {
            return same.orElseGet(() -> begun.get(0)).directory();
        }
        Path directory = from.resolve(name);
        return Files.isRegularFile(directory.resolve("run.json"))
                ? directory.toAbsolutePath().normalize()
                : RunPlaces.directory(name, new PrintWriter(System.err, true));
    }

    private static long untilNanos() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BEGIN_MILLIS);
    }

    private static RunId id(String word) {
        try {
            return new RunId(word.substring(PoolRequest.ID.length()));
        } catch (IllegalArgumentException e) {
            throw new SluiceException(ErrorCode.USAGE, "submit: --id: " + e.getMessage(), e);
        }
    }

    /** The id of a new run of this command. */
    static RunId newId(List<String> words) {
        return RunDirectory.newId(named(words));
    }

    /**
     * The name with which the id of a run begins: its application, or {@code each}. After an option, it may be a value.
     */
    private static Path named(List<String> words) {
        String word = words.get(words.get(0).equals("run") && words.size() > 1 ? 1 : 0);
        return Path.of(word.startsWith("-") ? "run" : word);
    }

    private static Map<String, String> environment(List<String> lines) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=', 1);
            if (equals > 0) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return environment;
    }

    /**
     * Answers when the run has begun, or its master has ended before.
     *
     * @param master null if an earlier request or process of the pool started it
     */
    private void begun(SubmittedRun run, @Nullable Process master, long untilNanos, Consumer<PoolAnswer> answer) {
        if (RunProcesses.hasBegun(run)) {
            answer.accept(done(run.id(), PoolJson.submitted(run.directory(), run.id())));
        } else if (master != null ? !master.isAlive() : run.over()) {
            String said = lastLines(run.log());
            answer.accept(
                    new PoolAnswer(ErrorCode.SUBMISSION_FAILED, said.isEmpty() ? lastLines(run.output()) : said, ""));
        } else if (System.nanoTime() - untilNanos > 0) {
            answer.accept(done(run.id(), PoolJson.submitted(run.directory(), run.id())));
        } else {
            thread.schedule(() -> begun(run, master, untilNanos, answer), BEGIN_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static String lastLines(Path log) {
        try {
            String text = Files.readString(log).strip().replaceAll("\\s*\\R\\s*", "; "); // an answer is one line
            return text.substring(Math.max(0, text.length() - 2_000));
        } catch (IOException unreadable) {
            return "its master ended at once, and " + log + " cannot be read: " + unreadable;
        }
    }

    private void cancel(List<String> names, Consumer<PoolAnswer> answer) {
        List<SubmittedRun> found = new ArrayList<>();
        for (String name : names) {
            found.add(called(name));
        }
        for (SubmittedRun run : found) {
            over(run); // it is not started again
            processes.cancel(run);
        }
        String ids = found.stream().map(SubmittedRun::id).collect(Collectors.joining(", "));
        answer.accept(done(ids + ": running units are finished and delivered", "{}"));
    }

    /** The run with this name, or the only one that goes on and whose id begins so. */
    private SubmittedRun called(String name) {
        List<SubmittedRun> alive =
                store.runs().stream().filter(run -> !run.over()).toList();
        List<SubmittedRun> same =
                alive.stream().filter(run -> isCalled(run, name)).toList();
        List<SubmittedRun> found = same.isEmpty()
                ? alive.stream().filter(run -> run.id().startsWith(name)).toList()
                : same;
        if (found.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "run: " + name + ": no such run goes on in the pool (expected: as 'sluice runs' names it)");
        }
        if (same.isEmpty() && found.size() > 1) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "run: " + name + ": begins the ids of " + found.size() + " runs that go on (expected: one of "
                            + found.stream().map(SubmittedRun::id).collect(Collectors.joining(", ")) + ")");
        }
        return found.get(0);
    }

    private static boolean isCalled(SubmittedRun run, String name) {
        return run.directory().getFileName().toString().equals(name)
                || run.directory().toString().equals(name)
                || KnownRun.read(run.directory(), Instant.now()).run().equals(name);
    }

    // ---- the end

    private void stop(List<String> words, Consumer<PoolAnswer> answer) {
        int living = processes.living();
        if (living > 0 && !words.contains("--now")) {
            throw new SluiceException(
                    ErrorCode.POOL_BUSY,
                    "pool: " + living + (living == 1 ? " run goes on" : " runs go on")
                            + " (expected: none; --now ends them, and 'sluice resume' continues them)");
        }
        for (SubmittedRun run : store.runs()) {
            if (!run.over() && processes.cancel(run)) {
                over(run);
            }
        }
        onLoop(
                served -> {
                    served.stop();
                    return done(STOPS, "{}");
                },
                answer);
        loop.execute(() -> stopped.complete(null));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
