package dev.sluice.cli.foresight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.gain.GainWorker;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.json.JsonTree;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.Expected;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.net.runfile.UnitNeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class RunForesightTest {
    private static final int UNITS = 200;
    private static final double UNIT_SECONDS = 0.01;
    private static final String TIMES = "sluice.test.foresight.times";
    private static final double COMMAND_SECONDS = 0.5;
    private static final double END_SECONDS = 0.2;

    @TempDir
    static Path directory;

    private static Path jar = Path.of("");

    private final List<String> news = new CopyOnWriteArrayList<>();

    /** Units that take a known time at least. */
    public static final class Sleeping extends NumberedUnits {
        public Sleeping() {
            super(UNITS);
        }

        @Override
        protected Long compute(None setup, Long unit) {
            long end = System.nanoTime() + Math.round(UNIT_SECONDS * Integer.getInteger(TIMES, 1) * 1e9);
            for (long left = 1; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return unit;
        }
    }

    @BeforeAll
    static void predict() throws IOException {
        jar = ApplicationJar.in(directory, Sleeping.class);
        Executed predicted = Executed.sluice(
                "predict", jar.toString(), "--error=20%", "--workers=1", "--out=" + directory.resolve("told.json"));
        assertThat(predicted.code()).as(predicted.err()).isZero();
    }

    private static WorkersToStart workers(RunKind kind, int slotsOfHosts) {
        List<HostSpec> hosts = kind == RunKind.HOSTS
                ? List.of(
                        HostFile.line("--host", "elsewhere-1").get(0).withSlots(slotsOfHosts),
                        HostFile.line("--host", "elsewhere-2").get(0).withSlots(slotsOfHosts))
                : List.of();
        int local = kind == RunKind.EMBEDDED || kind == RunKind.LOCAL ? 1 : 0;
        return new WorkersToStart(
                new WorkersToStart.Here(local, 2, kind == RunKind.EMBEDDED),
                null,
                UnitNeeds.NONE,
                new WorkersToStart.Reached(hosts, "ssh", true, HostTree.FLAT),
                null,
                null,
                List.of(),
                null);
    }

    private static ForesightTerms terms(RunKind kind, int slotsOfHosts, @Nullable MakespanForecast foretold) {
        return new ForesightTerms(
                kind,
                List.of(jar),
                directory.resolve("told.json"),
                workers(kind, slotsOfHosts),
                0,
                SimulationTerms.DEFAULT,
                false,
                null,
                new RunExpectation(null, foretold, null, null, null, 0));
    }

    private RunForesight foresight(ForesightTerms terms) throws IOException {
        Hosted<?, ?, ?> application = Applications.load(List.of(jar), null);
        Applications.parse(application, List.of());
        Jars open = Jars.open(List.of(jar), application.className(), List.of());
        Origin origin = Origin.of(application, open.info());
        History history = new History(directory.resolve("history"), trouble -> {});
        RunForesight.Earlier earlier = new RunForesight.Earlier(
                RunRecord.key(jar, application.className(), open.info()),
                history,
                new HistoryForecast(false, origin, RunRecord.key(jar, application.className(), open.info()), history),
                () -> COMMAND_SECONDS);
        return RunForesight.of(terms, origin, open.info().files(), news::add, earlier);
    }

    /** The time of a unit, as it was measured. */
    private static double unitSeconds() throws IOException {
        return JsonTree.read(directory.resolve("told.json"))
                        .at("total")
                        .at("seconds")
                        .number()
                / UNITS;
    }

    private static GainWorker worker(String host, double readySeconds) throws IOException {
        return new GainWorker("w1", host, 2, unitSeconds(), readySeconds, 0, Wire.UNLIMITED, -1, 0, 0, "");
    }

    private Expected.Foretold outcome(ForesightTerms terms, double seconds, List<GainWorker> came) throws IOException {
        try (RunForesight foresight = foresight(terms)) {
            foresight.begin();
            foresight.cycleBegun(UNITS, false);
            Expected.Foretold foretold = foresight.outcome(new RunForesight.Took(true, seconds, seconds, 1, 0.5), came);
            assertThat(foretold).as(String.join("; ", news)).isNotNull();
            return Objects.requireNonNull(foretold);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RunKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SERIAL", "PLANNED"})
    void shouldStandBesideTheOutcomeOfEachKind(RunKind kind) throws IOException {
        List<GainWorker> came = List.of(worker("elsewhere-1", 1), worker("elsewhere-2", 1.5));
        Expected.Foretold foretold = outcome(terms(kind, 2, null), 1.3, came);
        assertThat(foretold.basis().kind()).isEqualTo(kind.word());
        assertThat(foretold.asked()).isTrue();
        assertThat(foretold.shown()).isTrue();
        assertThat(foretold.low()).isLessThan(foretold.predictedSeconds());
        assertThat(foretold.high()).isGreaterThan(foretold.predictedSeconds());
        assertThat(foretold.basis().sigma()).isGreaterThanOrEqualTo(kind.sigma());
        assertThat(news).noneMatch(line -> line.contains("could not be simulated"));
    }

    /** Four slots, of which two come half a second later; some units are there from the sample. */
    @Test
    void shouldForecastWorkersFromWhenTheyCame() throws IOException {
        List<GainWorker> came = List.of(worker("elsewhere-1", 1), worker("elsewhere-2", 1.5));
        Expected.Foretold foretold = outcome(terms(RunKind.LISTEN, 0, null), 1.8, came);
        double units = UNITS - foretold.keptUnits();
        double closed = COMMAND_SECONDS + 1 + (units * unitSeconds() + 2 * 0.5) / 4 + END_SECONDS;
        assertThat(foretold.predictedSeconds()).isCloseTo(closed, within(0.15 * closed));
        assertThat(foretold.basis().startSeconds()).isEqualTo(COMMAND_SECONDS + 1);
    }

    @Test
    void shouldForecastHostsWithoutKnownSlotsByTheWorkersThatCame() throws IOException {
        List<GainWorker> came = List.of(worker("elsewhere-1", 1), worker("elsewhere-2", 1));
        Expected.Foretold foretold = outcome(terms(RunKind.HOSTS, 0, null), 1.5, came);
        assertThat(foretold.basis().startSeconds()).isEqualTo(COMMAND_SECONDS + 1);
        assertThat(news).noneMatch(line -> line.startsWith("predicted"));
    }

    @Test
    void shouldTakeTheForecastOfAPlan() throws IOException {
        MakespanForecast plan =
                new MakespanForecast(2, 1.5, 2.5, 0.1, 0.4, 1.2, 0.2, 3, RunKind.PLANNED, List.of("bound by a link"));
        MakespanForecast read = PlannedForecast.parse(PlannedForecast.words(plan));
        assertThat(read.cycles()).isEqualTo(3);
        assertThat(read.laterCycleSeconds()).isEqualTo(0.2);
        Expected.Foretold foretold = outcome(terms(RunKind.PLANNED, 0, read), 3, List.of());
        assertThat(foretold.predictedSeconds()).isEqualTo(2);
        assertThat(foretold.low()).isEqualTo(1.5);
        assertThat(foretold.basis().kind()).isEqualTo("planned");
        assertThat(foretold.basis().startSeconds()).isEqualTo(0.4);
        assertThat(foretold.held()).isFalse();
        assertThat(news).as("the command that planned it says it").noneMatch(line -> line.startsWith("predicted: "));
    }

    @Test
    void shouldSayNothingOfARunThatDidNotComplete() throws IOException {
        try (RunForesight foresight = foresight(terms(RunKind.LOCAL, 0, null))) {
            foresight.begin();
            assertThat(foresight.outcome(new RunForesight.Took(false, 1, 0, 1, 0.1), List.of()))
                    .isNull();
        }
    }

    @Test
    void shouldNameKindsByTheirWorkers() {
        assertThat(ForesightTerms.kind(workers(RunKind.LOCAL, 0), false, false)).isEqualTo(RunKind.LOCAL);
        assertThat(ForesightTerms.kind(workers(RunKind.LOCAL, 0), false, true)).isEqualTo(RunKind.LISTEN);
        assertThat(ForesightTerms.kind(workers(RunKind.HOSTS, 1), false, false)).isEqualTo(RunKind.HOSTS);
        assertThat(ForesightTerms.kind(workers(RunKind.HOSTS, 1), true, false)).isEqualTo(RunKind.PLANNED);
        assertThat(ForesightTerms.kind(workers(RunKind.EMBEDDED, 0), false, false))
                .isEqualTo(RunKind.EMBEDDED);
    }

    private JsonTree run(String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", jar.toString(), "--slots=2", "--no-history"));
        words.add("--prediction=" + directory.resolve("told.json"));
        words.addAll(List.of(options));
        Executed run = Executed.sluice(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        news.add(run.out());
        return JsonTree.parse(jar, run.out());
    }

    /** The machine may be busy while the sample is timed, or while the run is running. */
    private static void assertHeldAsItSays(JsonTree prediction) {
        double actual = prediction.at("actualSeconds").number();
        boolean inside = prediction.at("low").number() <= actual
                && actual <= prediction.at("high").number();
        assertThat(prediction.at("held").truth()).isEqualTo(inside);
    }

    @Test
    void shouldNotAccuseTheModelOfAShortRun() throws IOException {
        System.setProperty(TIMES, "4");
        try {
            JsonTree report = run("--json", "--run-dir=" + directory.resolve("slow"));
            assertThat(report.at("prediction").at("kind").text()).isEqualTo("embedded");
            assertHeldAsItSays(report.at("prediction"));
            assertThat(report.has("blame")).as("a short run accuses nothing").isFalse();
        } finally {
            System.clearProperty(TIMES);
        }
    }

    @Test
    void shouldBlameNothingInARunAsPredicted() throws IOException {
        JsonTree report = run("--json", "--run-dir=" + directory.resolve("usual"));
        JsonTree prediction = report.at("prediction");
        assertThat(prediction.at("actualSeconds").number())
                .as("from the command")
                .isGreaterThan(report.at("seconds").number());
        assertHeldAsItSays(prediction);
        assertThat(report.has("blame")).as("a short run accuses nothing").isFalse();
        assertThat(report.at("steadyUnitsPerSecond").number()).isPositive();
    }

    @Test
    void shouldCountASerialRunFromTheCommand() {
        Executed run = Executed.sluice(
                "run",
                jar.toString(),
                "--local=0",
                "--json",
                "--no-history",
                "--prediction=" + directory.resolve("told.json"));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .containsPattern("predicted: about [0-9.]+ m?s \\(.*\\), from the command to the end in one thread");
        JsonTree report = JsonTree.parse(jar, run.out());
        JsonTree prediction = report.at("prediction");
        assertThat(prediction.at("startSeconds").number()).isPositive();
        assertThat(prediction.at("actualSeconds").number())
                .isGreaterThan(report.at("seconds").number());
    }
}
