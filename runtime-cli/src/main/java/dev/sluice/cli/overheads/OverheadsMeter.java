package dev.sluice.cli.overheads;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.cli.run.ClusterRun;
import dev.sluice.cli.run.Output;
import dev.sluice.cli.run.RunOptions;
import dev.sluice.insight.cost.Calibration;
import dev.sluice.insight.cost.CalibrationJar;
import dev.sluice.insight.cost.Measured;
import dev.sluice.insight.cost.OverheadsFit;
import dev.sluice.insight.cost.Step;
import dev.sluice.insight.cost.Upkeep;
import dev.sluice.insight.cost.UpkeepGrowth;
import dev.sluice.json.JsonTree;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the runtime itself costs here, by runs of {@link Calibration} with one worker: one in which each unit
 * waits for the result of the one before, so that every message is seen alone; one in which they stream, so that what
 * each unit costs is seen. And by runs in which units stream and compute, in as many workers of one slot as there are
 * processors and in twice as many, so that what changes by that is seen. The only such measurement; what is made of it
 * is {@link OverheadsFit}'s.
 */
public final class OverheadsMeter {
    /** Units one by one; the first cycles let code be compiled, before the last one's units the threads fall asleep. */
    private static final String MESSAGES =
            "500:0:0:0,1500:0:0:0,6000:0:0:0,4000:0:16384:0,4000:16384:0:0,6000:0:0:0,2000:0:16384:0,1000:0:60000:0,2000:16384:0:0,"
                    + "1000:60000:0:0,6000:0:0:0,600:0:0:1000";

    /**
     * After them, so that all is quiet but the timers: until the compiler has done what is left, and then three times
     * two seconds, in one of which a sensor may be loaded.
     */
    private static final String QUIET = ",3:0:0:200000,6:0:0:400000,6:0:0:400000,6:0:0:400000";

    private static final String UNITS = "300000:0:0:0,300000:0:0:0,300000:0:0:0,300000:0:0:0";

    /**
     * Before units that stream and compute are measured: for a tenth of that at first, so that more messages are
     * exchanged while code is compiled. Of each processor.
     */
    private static final List<Step> BUSY_WARM_UP = List.of(
            new Step(300_000, 0, 0, 0, 0),
            new Step(300_000, 0, 0, 0, 10),
            new Step(300_000, 0, 0, 0, 10),
            new Step(20_000, 0, 0, 0, 100));

    /** A second of them, several times, since what else the machine does shows in some seconds. Of each processor. */
    private static final Step BUSY = new Step(10_000, 0, 0, 0, 100);

    private static final int BUSY_TIMES = 5;

    /** Units in the queue of each slot then, so that results leave when they have waited as long as they may. */
    private static final String AHEAD = "400";

    /** Processors that compute, at most: more would ask for units faster than one master can make them. */
    private static final int MOST_BUSY = 8;

    /** Cycles that let code be compiled. */
    static final int MESSAGES_WARM_UP = 5;

    /** Those of them that begin, without content: what code costs that is not compiled. */
    private static final int FIRST = 3;

    /** After so many of them, as many units have been exchanged as in a run of a minute. */
    private static final int FULL = 5;

    static final int UNITS_WARM_UP = 2;

    private static final int QUIET_STEPS = 4;

    /** Of these steps, those that came after the compiler. */
    private static final int QUIETEST_STEPS = 3;

    /**
     * Where the worker is.
     *
     * @param listen address for a worker of another host, which is to be started as {@code runFile} says; null for one
     *     of this machine
     * @param workerJar of a worker of this machine; null for the one found beside this program
     */
    public record Place(
            @Nullable String listen,
            @Nullable Path runFile,
            @Nullable Path workerJar) {
        static final Place HERE = new Place(null, null, null);
    }

    private final Place place;
    private final int divisor;
    private final List<Long> starts = new ArrayList<>();
    private List<Measured> first = List.of();
    private List<UpkeepGrowth.After> early = List.of();
    private Upkeep full = Upkeep.NONE;
    private Upkeep streamed = Upkeep.NONE;
    private Upkeep eachSecond = Upkeep.NONE;
    private @Nullable Measured quiet;

    /** @param divisor what every number of units is divided by: 1 to measure, more to see that it runs */
    public OverheadsMeter(Place place, int divisor) {
        this.place = place;
        this.divisor = divisor;
    }

    /** Units whose messages are seen alone; without those of the warm-up. Takes about 12 s. */
    public List<Measured> messages() throws IOException, InterruptedException {
        Calibration calibration = run(Step.divided(MESSAGES + QUIET, divisor), "0", 1);
        List<Measured> all = calibration.measured();
        List<Upkeep> seconds = calibration.eachSecond();
        eachSecond = UpkeepGrowth.median(seconds.subList(seconds.size() - QUIETEST_STEPS, seconds.size()));
        quiet = OverheadsFit.median(all.subList(all.size() - QUIETEST_STEPS, all.size()));
        first = all.subList(0, FIRST);
        List<UpkeepGrowth.After> after = new ArrayList<>();
        long exchanged = 0;
        for (int i = 0; i < FIRST; i++) {
            exchanged += all.get(i).step().units();
            after.add(new UpkeepGrowth.After(exchanged, calibration.upkeep().get(i)));
        }
        early = after;
        full = calibration.upkeep().get(FULL - 1);
        return all.subList(MESSAGES_WARM_UP, all.size() - QUIET_STEPS);
    }

    /** Of {@link #messages}, units that wait; only after it. */
    public Measured quiet() {
        return Objects.requireNonNull(quiet, "messages() first");
    }

    /** Of {@link #messages}, those of the warm-up, in their order; none before. */
    public List<Measured> first() {
        return first;
    }

    /** Units that stream; without those of the warm-up. Takes about 3 s. */
    public List<Measured> units() throws IOException, InterruptedException {
        Calibration calibration = run(Step.divided(UNITS, divisor), "auto", 1);
        List<Measured> all = calibration.measured();
        streamed = full.added(calibration.upkeep().get(all.size() - 1)).plus(Upkeep.untilCompiled(all));
        return all.subList(UNITS_WARM_UP, all.size());
    }

    /**
     * Units that stream and compute, in as many workers as there are processors and in twice as many, unless that would
     * ask for more than one master can make; medians, without the warm-up. Takes about 18 s each.
     */
    public List<Crowd> crowds() throws IOException, InterruptedException {
        List<Crowd> crowds = new ArrayList<>();
        int processors = Runtime.getRuntime().availableProcessors();
        for (int workers : processors > MOST_BUSY ? new int[] {MOST_BUSY} : new int[] {processors, 2 * processors}) {
            crowds.add(new Crowd(workers, Math.max(1, (double) workers / processors), busy(workers)));
        }
        return crowds;
    }

    private Measured busy(int workers) throws IOException, InterruptedException {
        int processors = Math.min(MOST_BUSY, Runtime.getRuntime().availableProcessors());
        String steps = Stream.concat(BUSY_WARM_UP.stream(), Collections.nCopies(BUSY_TIMES, BUSY).stream())
                .map(step -> step.times(processors).toString())
                .collect(Collectors.joining(","));
        List<Measured> all = run(Step.divided(steps, divisor), AHEAD, workers).measured();
        return OverheadsFit.median(all.subList(BUSY_WARM_UP.size(), all.size()));
    }

    /**
     * Units that compute on workers of one slot that share the processors.
     *
     * @param perProcessor slots that a processor has, 1 or more
     */
    public record Crowd(int workers, double perProcessor, Measured measured) {}

    private Calibration run(String steps, String prefetch, int workers) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("sluice-overheads");
        try {
            return run(steps, prefetch, workers, directory);
        } finally {
            remove(directory);
        }
    }

    private Calibration run(String steps, String prefetch, int workers, Path directory)
            throws IOException, InterruptedException {
        Path jar = directory.resolve("calibration.jar");
        CalibrationJar.write(jar);
        RunOptions options = options(steps, prefetch, workers, directory);
        Calibration calibration = new Calibration();
        try {
            Hosted<?, ?, ?> application = Hosted.of(calibration);
            application.parse(options.arguments);
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            Output output = Output.of(options, nowhere, nowhere);
            RunTerms terms = RunTerms.of(application.className(), options.arguments, Instant.now());
            ClusterRun run = new ClusterRun(options, application, List.of(jar), terms, output);
            calibration.count(run::messagesReceived);
            RunEnd end = run.run();
            if (end.code() != ErrorCode.NONE) {
                throw new SluiceException(end.code(), "measuring the runtime's own costs: " + end.text());
            }
        } catch (ApplicationException defect) {
            throw new IllegalStateException(defect);
        }
        starts.add(Math.round(JsonTree.read(directory.resolve("run").resolve("run.json"))
                        .at("ledger")
                        .at("causes")
                        .at("starting")
                        .at("seconds")
                        .number()
                * 1e9));
        return calibration;
    }

    /** The shortest time from a run's start to its worker's registration, of the runs so far; 0 before [ns]. */
    public long startNanos() {
        return starts.stream().mapToLong(Long::longValue).min().orElse(0);
    }

    /**
     * What the processes of a run take beside its units and messages: what they took until as many messages had been
     * exchanged as in a run of a minute, and until fewer had; what units that streamed for some seconds added, with
     * what these took more of their threads until the code around them was compiled; and what they take in a second in
     * which nothing happens.
     */
    public UpkeepGrowth upkeep() {
        return new UpkeepGrowth(early, full, streamed, eachSecond);
    }

    private RunOptions options(String steps, String prefetch, int workers, Path directory) {
        RunOptions options = new RunOptions();
        options.arguments = List.of("--steps=" + steps);
        options.classes.className = Calibration.class.getName();
        options.slots = 1;
        options.prefetch = prefetch;
        options.speculation = "0";
        options.quiet = true;
        options.noHistory = true;
        options.directory = directory.resolve("run");
        options.workerJar = place.workerJar();
        if (place.listen() == null) {
            options.local = workers;
        } else {
            options.listen = place.listen();
            options.runFile = place.runFile();
        }
        return options;
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
