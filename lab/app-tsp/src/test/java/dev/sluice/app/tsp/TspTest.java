package dev.sluice.app.tsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.ApplicationException.Kind;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.testing.SeededTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class TspTest {
    private static final Path PAGE = Path.of("..", "docs", "tsp.md");
    private static final int OPTIMUM = 7542;

    @TempDir
    Path directory;

    /** The page says that the default seed finds the optimum, and shows what is printed. */
    @Test
    void shouldFindTheOptimumWithTheDefaultSeedAndPrintWhatItsPageShows() throws Exception {
        Evolution evolution = evolved(new TspOptions());
        String summary = evolution.summary();
        assertThat(summary).startsWith("berlin52: 52 cities, length 7,542, the optimum\n");
        assertThat(length(tour(summary))).isEqualTo(OPTIMUM);
        assertThat(Files.readString(PAGE)).contains("```text\n" + summary + "picture: tour.svg\n```");
    }

    @Test
    void shouldBeWithinThreePercentForTenSeedsAfterAShortRun() throws Exception {
        for (int seed = 1; seed <= 10; seed++) {
            TspOptions options = new TspOptions();
            options.seed = seed;
            options.generations = 8;
            String summary = evolved(options).summary();
            int length = length(tour(summary));
            assertThat(length).as(summary).isBetween(OPTIMUM, OPTIMUM * 103 / 100);
        }
    }

    @SeededTest(runs = 5)
    void shouldFindTheSameTourWhateverTheOrderOfResults(SplittableRandom chance) throws Exception {
        String[] small = {"--generations=4", "--units=6", "--tours-per-unit=5", "--parents=7", "--seed=9"};
        assertThat(new SerialRun<>(hosted("serial", small)).run()).isEqualTo(Outcome.COMPLETE);
        Hosted<Generation, Brood, Offspring> master = hosted("other", small);
        Hosted<Generation, Brood, Offspring> worker = hosted("worker", small);
        master.initialize();
        worker.initialize();
        boolean last = false;
        for (int number = 0; !last; number++) {
            Cycle<Generation> cycle = master.cycle(number);
            Generation setup = travelled(master.setupCodec(), Objects.requireNonNull(cycle.setup()));
            List<Long> order =
                    new ArrayList<>(LongStream.range(0, cycle.units()).boxed().toList());
            Collections.shuffle(order, new Random(chance.nextLong()));
            for (long index : order) {
                Brood brood = travelled(master.unitCodec(), master.unit(index));
                assertThat(master.unit(index)).isEqualTo(brood);
                Offspring offspring = worker.compute(setup, brood);
                assertThat(worker.compute(setup, brood).tours()).isEqualTo(offspring.tours());
                master.accept(index, travelled(master.resultCodec(), offspring));
            }
            master.endCycle(number);
            last = cycle.last();
        }
        master.complete();
        assertThat(Files.readString(picture("other"))).isEqualTo(Files.readString(picture("serial")));
        assertThat(directory.resolve("worker")).doesNotExist();
    }

    @Test
    void shouldForetellTheNumberOfItsCycles() throws Exception {
        Hosted<Generation, Brood, Offspring> hosted = hosted("a", "--generations=3");
        hosted.initialize();
        assertThat(hosted.cycle(0).last()).isFalse();
        assertThat(hosted.expectedCycles()).hasValue(3);
        assertThat(hosted.cycle(2).last()).isTrue();
    }

    @Test
    void shouldGiveEachUnitOfEachCycleItsOwnChance() {
        List<Long> seeds = Stream.of(1L, 2L)
                .flatMap(seed -> IntStream.range(0, 20)
                        .boxed()
                        .flatMap(cycle -> LongStream.range(0, 20).mapToObj(unit -> TourRandom.seed(seed, cycle, unit))))
                .toList();
        assertThat(seeds).doesNotHaveDuplicates();
        assertThat(TourRandom.seed(1, 2, 3)).isEqualTo(TourRandom.seed(1, 2, 3));
    }

    @Test
    void shouldRefuseResultsThatAreNoTours() throws Exception {
        Hosted<Generation, Brood, Offspring> hosted = hosted("a", "--tours-per-unit=1");
        hosted.initialize();
        hosted.cycle(0);
        assertThatThrownBy(() -> hosted.accept(0, new Offspring(new int[52])))
                .hasMessageContaining("city 0 at 1 of a tour (expected: each of 0 to 51 once)");
        assertThatThrownBy(() -> hosted.accept(0, new Offspring(new int[51])))
                .hasMessageContaining("a result of 51 cities (expected: 52)");
    }

    @Test
    void shouldDrawEveryCityAndTheTour() throws Exception {
        assertThat(new SerialRun<>(hosted("a", "--generations=2")).run()).isEqualTo(Outcome.COMPLETE);
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(picture("a").toFile());
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(52);
        String points = svg.getElementsByTagName("polygon")
                .item(0)
                .getAttributes()
                .getNamedItem("points")
                .getNodeValue();
        assertThat(points.strip().split(" ")).hasSize(52).doesNotHaveDuplicates();
    }

    @Test
    void shouldDrawTheTourSoFarWhenStopped() throws Exception {
        Hosted<Generation, Brood, Offspring> hosted = hosted("a");
        hosted.initialize();
        Generation setup = Objects.requireNonNull(hosted.cycle(0).setup());
        hosted.interrupted();
        assertThat(picture("a")).doesNotExist();
        hosted.accept(3, hosted.compute(setup, hosted.unit(3)));
        hosted.interrupted();
        assertThat(picture("a")).exists();
    }

    @Test
    void shouldSolveAnotherProblemAndNameTheLineOfAnError() throws Exception {
        Path file = directory.resolve("ring.tsp");
        StringBuilder text = new StringBuilder("NAME: ring & <more>\nDIMENSION: 12\nNODE_COORD_SECTION\n");
        for (int city = 1; city <= 12; city++) {
            double angle = city * 5 % 12 * Math.PI / 6;
            text.append(city + " " + 100 * Math.cos(angle) + " " + 100 * Math.sin(angle) + "\n");
        }
        Files.writeString(file, text);
        TspOptions options = new TspOptions();
        options.file = file;
        assertThat(evolved(options).summary())
                .startsWith("ring & <more>: 12 cities, length 624\n")
                .contains("tour 1 6 11 4 9 2 7 12 5 10 3 8\n");
        Files.writeString(file, text.toString().replace("\n7 ", "\nseven "));
        Hosted<Generation, Brood, Offspring> wrong = hosted("a", "--file=" + file);
        wrong.initialize();
        assertThatThrownBy(() -> wrong.cycle(0))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS))
                .hasMessage("--file " + file + ", line 10: seven (expected: a whole number from 1 to 12)");
    }

    @ParameterizedTest
    @CsvSource({"--generations=0, 1", "--parents=0, 1", "--units=100001, 1", "--tours-per-unit=-1, 1", "--sweeps=-1, 0"
    })
    void shouldRefuseOptionsThatMakeNoSense(String option, int least) {
        String message = option.replace("=", ": ") + " (expected: " + least + " to 100000)";
        assertThatThrownBy(() -> hosted("a", option).initialize()).hasMessageContaining(message);
    }

    @Test
    void shouldStayShort() throws Exception {
        Path source = Path.of("..", "app-tsp", "src", "main", "java", "dev", "sluice", "app", "tsp", "Tsp.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(80);
    }

    /** Computes all generations here. */
    private Evolution evolved(TspOptions options) throws Exception {
        options.out = directory.resolve("evolved.svg");
        Evolution evolution = new Evolution(options.conclude());
        boolean last = false;
        for (int number = 0; !last; number++) {
            Cycle<Generation> cycle = evolution.cycle(number);
            Generation setup = Objects.requireNonNull(cycle.setup());
            for (long index = 0; index < cycle.units(); index++) {
                evolution.take(new Breeder(setup, evolution.brood(index)).breed());
            }
            evolution.endGeneration();
            last = cycle.last();
        }
        return evolution;
    }

    /** The cities of the line {@code tour}, by their numbers in the file. */
    private static List<Integer> tour(String summary) {
        String line = summary.lines()
                .filter(text -> text.startsWith("tour "))
                .findFirst()
                .orElseThrow();
        return Stream.of(line.substring(5).split(" ")).map(Integer::valueOf).toList();
    }

    /** The length of a tour of berlin52, computed from the lines of the file and not by the application. */
    private static int length(List<Integer> tour) throws Exception {
        assertThat(tour).hasSize(52).doesNotHaveDuplicates();
        List<String> lines;
        try (var in = Objects.requireNonNull(TspTest.class.getResourceAsStream("berlin52.tsp"))) {
            lines = new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        }
        int length = 0;
        for (int at = 0; at < 52; at++) {
            String[] from = line(lines, tour.get(at));
            String[] to = line(lines, tour.get((at + 1) % 52));
            double across = Double.parseDouble(from[1]) - Double.parseDouble(to[1]);
            double up = Double.parseDouble(from[2]) - Double.parseDouble(to[2]);
            length += (int) Math.rint(Math.hypot(across, up));
        }
        return length;
    }

    private static String[] line(List<String> lines, int city) {
        String line = lines.stream()
                .filter(text -> text.startsWith(city + " "))
                .findFirst()
                .orElseThrow();
        return line.split(" ");
    }

    private Path picture(String name) {
        return directory.resolve(name).resolve("tour.svg");
    }

    private static <T> T travelled(Codec<T> codec, T value) throws Exception {
        HeapEncoder out = new HeapEncoder();
        codec.encode(value, out);
        return new Decoder(out.written()).readAll(codec);
    }

    private Hosted<Generation, Brood, Offspring> hosted(String name, String... options) throws ApplicationException {
        Hosted<Generation, Brood, Offspring> hosted = Hosted.of(new Tsp());
        hosted.parse(Stream.concat(Stream.of("--out=" + picture(name)), Stream.of(options))
                .toList());
        return hosted;
    }
}
