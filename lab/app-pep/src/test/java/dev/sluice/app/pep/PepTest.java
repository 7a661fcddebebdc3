package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.ApplicationException.Kind;
import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.testing.SeededTest;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PepTest {
    private static final List<String> SIZES = List.of(
            "--compute", "none", "--verify", "--input=1KiB", "--result=uniform:32B..9kB", "--setup=77B", "--seed=5");

    @TempDir
    Path directory;

    @Test
    void shouldDoWhatItsOptionsSay() throws Exception {
        Map<String, String> figures = run(SIZES, "--cycles=3", "--units=40");
        UnitSeries sizes = UnitSeries.resultSizes("uniform:32B..9kB", 5);
        long bytes = LongStream.range(0, 120)
                .map(unit -> sizes.value((int) unit / 40, unit % 40))
                .sum();
        assertThat(figures)
                .containsEntry("cycles", "3 cycles")
                .containsEntry("cycle.2.units", "40 units")
                .containsEntry("all.units", "120 units")
                .containsEntry("all.setup", 3 * 77 + " B")
                .containsEntry("all.inputs", 120 * 1024 + " B")
                .containsEntry("all.results", bytes + " B")
                .doesNotContainKeys("cycle.3.units", "all.cpu.mean", "speed.least");
    }

    @Test
    void shouldReportTheTimesAskedForBesideThoseAchieved() throws Exception {
        Map<String, String> figures = run(List.of(), "--units=20", "--time=bimodal:0.5@1ms,0.5@2ms");
        assertThat(figures).containsEntry("all.asked.p99", "0.002000000 s");
        assertThat(seconds(figures, "all.asked.mean")).isBetween(0.001, 0.002);
        assertThat(seconds(figures, "all.asked.sd")).isBetween(0.0, 0.0005);
        assertThat(seconds(figures, "all.cpu.mean")).isPositive();
        assertThat(seconds(figures, "all.achieved.mean")).isPositive();
        assertThat(figures).containsKey("speed.least").containsKey("speed.most");
    }

    @Test
    void shouldSleepNoLessThanAskedFor() throws Exception {
        Map<String, String> figures = run(List.of(), "--units=20", "--compute=sleep", "--time=2ms", "--accept=1ms");
        assertThat(seconds(figures, "all.achieved.mean")).isGreaterThanOrEqualTo(0.002);
        assertThat(seconds(figures, "all.wall")).isGreaterThanOrEqualTo(20 * 0.003);
    }

    /** Number of units and cycles, times and sizes are those of the run, unless options say otherwise. */
    @Test
    void shouldReplayARecordedRun() throws Exception {
        Path file = Files.write(
                directory.resolve("units.csv"),
                List.of(
                        "cycle,first_unit,units,started_s,ended_s,bytes_out,outcome",
                        "0,0,2,0.000000,0.002000,500,accepted",
                        "0,2,1,0.000000,0.003000,,accepted",
                        "1,0,1,0.010000,0.012000,1000,accepted"));
        List<String> options = List.of("--compute=sleep", "--time=trace:" + directory, "--verify");
        assertThat(run(options))
                .containsEntry("cycles", "2 cycles")
                .containsEntry("cycle.0.units", "3 units")
                .containsEntry("cycle.1.units", "1 units")
                .containsEntry("cycle.0.results", "1000 B")
                .containsEntry("cycle.1.results", "1000 B")
                .containsEntry("all.asked.mean", "0.001750000 s");
        assertThat(run(options, "--cycles=1", "--units=2", "--result=40B"))
                .containsEntry("all.units", "2 units")
                .containsEntry("all.results", "80 B");
        Hosted<Setup, Unit, Result> hosted = hosted(options, "--units=4");
        hosted.initialize();
        assertThat(hosted.expectedCycles()).isEmpty();
        refused(() -> hosted.cycle(0))
                .hasMessageStartingWith("--time: " + file + " has 3 units in cycle 0 for 4 units");
    }

    @Test
    void shouldSleepNoLessThanAskedForUnderAQuota() throws Exception {
        Map<String, String> figures = run(List.of(), "--units=5", "--compute=quota", "--time=2ms");
        assertThat(seconds(figures, "all.achieved.mean")).isGreaterThanOrEqualTo(0.002);
    }

    @Test
    void shouldCountIterationsWithoutMeasuringTheHost() throws Exception {
        Map<String, String> figures =
                run(List.of(), "--units=20", "--time=1ms", "--work=iterations", "--reference=1000000");
        assertThat(figures).doesNotContainKey("speed.least").containsEntry("all.asked.mean", "0.001000000 s");
    }

    @SeededTest(runs = 5)
    void shouldGiveTheSameChecksumWhateverTheOrderAndTheWay(SplittableRandom random) throws Exception {
        Map<String, String> serial = run(SIZES, "--cycles=2", "--units=30");
        Hosted<Setup, Unit, Result> master = hosted(SIZES, "--cycles=2", "--units=30");
        Hosted<Setup, Unit, Result> worker = hosted(SIZES, "--cycles=2", "--units=30");
        master.initialize();
        worker.initialize();
        for (int number = 0; number < 2; number++) {
            Setup setup = travelled(
                    master.setupCodec(),
                    Objects.requireNonNull(master.cycle(number).setup()),
                    77);
            List<Long> order = new ArrayList<>(LongStream.range(0, 30).boxed().toList());
            Collections.shuffle(order, new Random(random.nextLong()));
            for (long index : order) {
                Unit unit = travelled(master.unitCodec(), master.unit(index), 1024);
                Result result = worker.compute(setup, unit);
                master.accept(index, travelled(master.resultCodec(), result, unit.resultBytes()));
            }
            master.endCycle(number);
        }
        master.complete();
        assertThat(figures()).containsEntry("all.checksum", serial.get("all.checksum"));
    }

    @Test
    void shouldForetellTheNumberOfItsCycles() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(SIZES, "--cycles=2");
        hosted.initialize();
        assertThat(hosted.cycle(0).last()).isFalse();
        assertThat(hosted.expectedCycles()).hasValue(2);
    }

    @Test
    void shouldGiveAnotherChecksumForAnotherSeed() throws Exception {
        String first = run(SIZES, "--seed=1").get("all.checksum");
        assertThat(run(SIZES, "--seed=2").get("all.checksum")).isNotEqualTo(first);
        assertThat(run(SIZES, "--seed=1").get("all.checksum")).isEqualTo(first);
    }

    @Test
    void shouldFailWhenAByteOfAResultIsWrong() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(SIZES);
        Result result = begun(hosted, 3);
        result.content()[7] ^= 1;
        assertThatThrownBy(() -> hosted.accept(3, result))
                .hasMessageContaining("result of unit 3 of cycle 0: byte 7 of ")
                .hasMessageContaining("(expected: 0x");
    }

    @Test
    void shouldFailWhenTheResultIsAnotherUnits() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(List.of("--compute=none", "--verify"));
        Result result = begun(hosted, 3);
        assertThatThrownBy(() -> hosted.accept(4, result))
                .hasMessageContaining("result of unit 4 of cycle 0: byte 0 of 8");
    }

    @Test
    void shouldFailWhenSizesAreWrongAlsoWithoutVerifying() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(List.of("--compute=none", "--result=100B"));
        begun(hosted, 0);
        assertThatThrownBy(() -> hosted.accept(0, new UnitResult(0, 0, 0, new byte[75])))
                .hasMessageContaining("result of unit 0 of cycle 0: 99 B (expected: 100 B)");
    }

    @Test
    void shouldFailWhenUnitOrSetupAreWrongOnTheWorker() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(SIZES);
        hosted.initialize();
        Setup setup = Objects.requireNonNull(hosted.cycle(0).setup());
        Unit unit = hosted.unit(0);
        unit.content()[999] ^= 1;
        assertThatThrownBy(() -> hosted.compute(setup, unit))
                .hasMessageContaining("input of unit 0 of cycle 0: byte 999 of 1000");
        setup.content()[0] ^= 1;
        hosted.initialize(); // a worker that joins now
        assertThatThrownBy(() -> hosted.compute(setup, hosted.unit(0)))
                .hasMessageContaining("setup of cycle 0: byte 0 of 69");
    }

    @Test
    void shouldFailWhenACycleEndsWithoutAllResults() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(SIZES, "--units=2");
        hosted.accept(0, begun(hosted, 0));
        assertThatThrownBy(() -> hosted.endCycle(0))
                .hasMessageContaining("cycle 0 ended with 1 results (expected: 2, one for each unit)");
    }

    @Test
    void shouldReportWhatIsThereWhenStopped() throws Exception {
        Hosted<Setup, Unit, Result> hosted = hosted(SIZES, "--units=2");
        hosted.accept(0, begun(hosted, 0));
        hosted.interrupted();
        assertThat(figures()).containsEntry("all.units", "1 units").containsEntry("cycle.0.units", "1 units");
    }

    @Test
    void shouldFoldResultsIntoOneOfTheSizeAskedFor() throws Exception {
        List<String> options = List.of("--compute=none", "--verify", "--cycle-result=1001B", "--units=30", "--seed=3");
        Map<String, String> serial = run(options);
        assertThat(serial)
                .containsEntry("all.units", "30 units")
                .containsEntry("all.results", "1001 B")
                .containsKey("all.achieved.mean")
                .containsKey("all.asked.sd")
                .doesNotContainKey("all.achieved.sd");
        Hosted<Setup, Unit, Result> hosted = hosted(options);
        hosted.accumulated(folded(hosted, LongStream.range(0, 30).map(index -> 29 - index)));
        hosted.endCycle(0);
        hosted.complete();
        assertThat(figures()).containsEntry("all.checksum", serial.get("all.checksum"));
    }

    @Test
    void shouldFailWhenAUnitWasFoldedTwiceOrNever() throws Exception {
        Hosted<Setup, Unit, Result> hosted =
                hosted(List.of("--compute=none", "--verify", "--cycle-result=100B", "--units=3"));
        Result two = folded(hosted, LongStream.of(0, 1));
        assertThatThrownBy(() -> hosted.accumulated(two))
                .hasMessageContaining("result of cycle 0: of 2 units (expected: 3, each once)");
        Result twice = folded(hosted, LongStream.of(0, 1, 1));
        assertThatThrownBy(() -> hosted.accumulated(twice)).hasMessageContaining("result of cycle 0: byte 0 of 68 is ");
    }

    @Test
    void shouldSayHowResultsTravel() throws Exception {
        assertThat(hosted(List.of()).results().kept()).isFalse();
        Hosted<Setup, Unit, Result> deferred = hosted(List.of("--defer"));
        deferred.initialize();
        assertThat(deferred.results().kept()).isTrue();
        assertThat(deferred.results()).isNotInstanceOf(Accumulation.class);
    }

    /** Accumulates the encoded and decoded results of these units in this order. */
    private static Result folded(Hosted<Setup, Unit, Result> hosted, LongStream order) throws Exception {
        hosted.initialize();
        Setup setup = Objects.requireNonNull(hosted.cycle(0).setup());
        Accumulation<Result> accumulation = (Accumulation<Result>) hosted.results();
        Result total = accumulation.identity();
        for (long index : order.toArray()) {
            Unit unit = hosted.unit(index);
            Result one = travelled(hosted.resultCodec(), hosted.compute(setup, unit), unit.resultBytes());
            total = hosted.merge(accumulation, total, one);
        }
        return total;
    }

    @Test
    void shouldRunWithoutUnits() throws Exception {
        assertThat(run(SIZES, "--units=0", "--cycles=2")).containsEntry("all.units", "0 units");
        assertThat(run(List.of("--units=0", "--verify", "--cycle-result=1kB"))).containsEntry("all.results", "0 B");
    }

    @Test
    void shouldRefuseBytesThatAreNoValue() {
        ByteBuffer bytes = ByteBuffer.allocate(24).putInt(16, -1).putInt(20, -1);
        assertThatThrownBy(() -> new Decoder(bytes).readAll(Unit.CODEC)).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> new Decoder(ByteBuffer.wrap(new byte[23])).readAll(Result.CODEC))
                .isInstanceOf(CodecException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cycles=0 | --cycles: 0 (expected: 1 to 1000000)",
                "--units=-1 | --units: -1 (expected: 0 to 1000000000000)",
                "--time=10 | --time: 10 (expected: a time such as 10ms (",
                "--input=23B | --input: 23B (expected: at least 24B, which say which unit it is and what it shall do)",
                "--input=much | --input: much (expected: a size such as 64KiB (",
                "--setup=7 | --setup: 7 (expected: at least 8B, which say which cycle it is)",
                "--result=31 | --result: 31 (expected: at least 32B, of which 24 carry measurements)",
                "--cycle-result=39 | --cycle-result: 39 (expected: at least 40B, which count and time its units)",
                "--cycle-result=1kB --defer | --cycle-result: 1kB (expected: not given with --result or --defer: units",
                "--cycle-result=1kB --result=1kB | --cycle-result: 1kB (expected: not given with --result or --defer:"
                        + " units",
                "--result=2GB | --result: 2GB (expected: a size such as 64KiB (",
                "--accept=slow | --accept: slow (expected: a time such as 10ms (",
                "--compute=none --time=1ms | --time: 1ms (expected: not given with --compute none, which takes no"
                        + " time)",
                "--compute=sleep --work=seconds | --work: SECONDS (expected: only given with --compute spin)",
                "--reference=7 | --reference: 7 (expected: only given with --work iterations)",
                "--work=iterations --reference=7 | --reference: 7 (expected: 1000 to 1000000000000)",
            })
    void shouldRefuseOptionsThatMakeNoSense(String options, String message) {
        refused(() -> hosted(List.of(options.split(" "))).initialize()).hasMessageStartingWith(message);
    }

    @Test
    void shouldRefuseNamesNobodyKnows() {
        refused(() -> hosted(List.of("--compute=think"))).hasMessageContaining("SPIN, SLEEP, NONE");
        refused(() -> hosted(List.of("--unit=3"))).hasMessage("--unit=3: unknown option (expected: --units?)");
    }

    @Test
    void shouldLookAtFilesOnTheMasterOnlyAndBeforeAnythingIsComputed() throws Exception {
        for (List<String> options : List.of(
                List.of("--figures=" + directory.resolve("missing/f.txt")),
                List.of("--figures=" + directory),
                List.of("--time=trace:" + directory.resolve("missing")))) {
            Hosted<Setup, Unit, Result> hosted = Hosted.of(new Pep());
            hosted.parse(options);
            hosted.initialize(); // a worker ignores files
            refused(() -> hosted.cycle(0)).hasMessageContaining("(expected: a file ");
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static AbstractThrowableAssert<?, ?> refused(Step step) {
        return assertThatThrownBy(step::run)
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS));
    }

    /** Begins the first cycle and computes one of its units. */
    private static Result begun(Hosted<Setup, Unit, Result> hosted, long index) throws Exception {
        hosted.initialize();
        Cycle<Setup> cycle = hosted.cycle(0);
        return hosted.compute(Objects.requireNonNull(cycle.setup()), hosted.unit(index));
    }

    /** Encodes and decodes a value, and checks its encoded size. */
    private static <T> T travelled(Codec<T> codec, T value, int bytes) {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        assertThat(out.size()).isEqualTo(bytes);
        return new Decoder(out.written()).readAll(codec);
    }

    private Map<String, String> run(List<String> options, String... more) throws Exception {
        assertThat(new SerialRun<>(hosted(options, more)).run()).isEqualTo(Outcome.COMPLETE);
        return figures();
    }

    private Hosted<Setup, Unit, Result> hosted(List<String> options, String... more) throws ApplicationException {
        List<String> concluded = new ArrayList<>(options);
        for (String option : more) { // an option given again replaces the first
            String name = option.replaceFirst("=.*", "=");
            concluded.removeIf(given -> given.startsWith(name));
            concluded.add(option);
        }
        concluded.add("--figures=" + directory.resolve("figures.txt"));
        Hosted<Setup, Unit, Result> hosted = Hosted.of(new Pep());
        hosted.parse(concluded);
        return hosted;
    }

    private Map<String, String> figures() throws Exception {
        Map<String, String> figures = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve("figures.txt"))) {
            assertThat(line).matches("pep [a-z0-9.]+ [0-9a-f.]+ [A-Za-z/]+");
            String[] words = line.split(" ", 3);
            assertThat(figures.put(words[1], words[2])).isNull();
        }
        return figures;
    }

    private static double seconds(Map<String, String> figures, String name) {
        return Double.parseDouble(figures.get(name).replace(" s", ""));
    }
}
