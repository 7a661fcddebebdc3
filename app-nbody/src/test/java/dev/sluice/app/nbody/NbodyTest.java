package dev.sluice.app.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.ApplicationException.Kind;
import dev.sluice.api.Cycle;
import dev.sluice.api.Decoder;
import dev.sluice.api.HeapEncoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.api.SerialRun.Outcome;
import dev.sluice.testing.SeededTest;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NbodyTest {
    private static final String[] SMALL = {
        "--bodies=70", "--steps=5", "--frame-every=2", "--width=96", "--height=64", "--bodies-per-unit=16"
    };

    @TempDir
    Path directory;

    @Test
    void shouldLeaveFramesAFilmAndTables() throws Exception {
        Map<String, byte[]> files = run("a", "--verify");
        assertThat(files.keySet())
                .containsExactly(
                        "bodies.csv",
                        "energy.csv",
                        "film.png",
                        "frame-00000.png",
                        "frame-00001.png",
                        "frame-00002.png",
                        "frame-00003.png");
        assertThat(lines(files, "bodies.csv")).hasSize(71).startsWith("body,group,mass,x,y,z,vx,vy,vz");
        assertThat(lines(files, "energy.csv")).hasSize(7);
        assertThat(lines(files, "energy.csv").get(6)).startsWith("5,0.2,");
    }

    @ParameterizedTest
    @EnumSource
    void shouldDrawEveryPresetInSpaceAndPlane(Preset preset) throws Exception {
        for (String dimensions : List.of("2", "3")) {
            Map<String, byte[]> files = run(preset + dimensions, "--preset=" + preset, "--dimensions=" + dimensions);
            Path frame = directory.resolve(preset + dimensions).resolve("frame-00002.png");
            assertThat(colours(image(frame))).isGreaterThan(50);
            assertThat(lines(files, "bodies.csv").get(1).split(",")).hasSize(3 + 2 * Integer.parseInt(dimensions));
        }
    }

    @Test
    void shouldGiveTheSameFilesHoweverBodiesAreCut() throws Exception {
        Map<String, byte[]> whole = run("a");
        for (String bodies : List.of("1", "7", "69", "70", "4000")) {
            assertSame(run("b", "--bodies-per-unit=" + bodies), whole);
        }
    }

    @SeededTest(runs = 5)
    void shouldGiveTheSameFilesWhateverTheOrderOfResults(SplittableRandom random) throws Exception {
        Map<String, byte[]> inOrder = run("a");
        Hosted<Step, Range, Moved> hosted = hosted("b");
        hosted.initialize();
        boolean last = false;
        for (int number = 0; !last; number++) {
            Cycle<Step> cycle = hosted.cycle(number);
            List<Long> order =
                    new ArrayList<>(LongStream.range(0, cycle.units()).boxed().toList());
            Collections.shuffle(order, new Random(random.nextLong()));
            for (long index : order) {
                hosted.accept(index, travelled(hosted, Objects.requireNonNull(cycle.setup()), index));
            }
            hosted.endCycle(number);
            last = cycle.last();
        }
        hosted.complete();
        assertSame(files("b"), inOrder);
    }

    @Test
    void shouldForetellTheNumberOfItsCycles() throws Exception {
        Hosted<Step, Range, Moved> hosted = hosted("a");
        hosted.initialize();
        assertThat(hosted.cycle(0).last()).isFalse();
        int cycles = hosted.expectedCycles().orElseThrow();
        assertThat(cycles).isEqualTo(6);
        assertThat(hosted.cycle(cycles - 1).last()).isTrue();
    }

    @Test
    void shouldMakeAUnitAgainAfterOthersWereAccepted() throws Exception {
        Hosted<Step, Range, Moved> hosted = hosted("a");
        hosted.initialize();
        Step step = Objects.requireNonNull(hosted.cycle(0).setup());
        double[] positions = step.positions().clone();
        double[] velocities = hosted.unit(1).velocities().clone();
        for (long index = 0; index < 5; index++) {
            hosted.accept(index, hosted.compute(step, hosted.unit(index)));
        }
        assertThat(hosted.unit(1).velocities()).isEqualTo(velocities);
        assertThat(step.positions()).isEqualTo(positions);
        hosted.endCycle(0);
        assertThat(Objects.requireNonNull(hosted.cycle(1).setup()).positions()).isNotEqualTo(positions);
        assertThat(step.positions()).isEqualTo(positions);
    }

    @Test
    void shouldFailWhenAStepDiffersFromTheSerialOne() throws Exception {
        Hosted<Step, Range, Moved> hosted = hosted("a", "--verify");
        hosted.initialize();
        Step step = Objects.requireNonNull(hosted.cycle(0).setup());
        for (long index = 0; index < 5; index++) {
            Moved moved = hosted.compute(step, hosted.unit(index));
            if (index == 2) {
                moved.velocities()[16 + 3] = Math.nextUp(moved.velocities()[16 + 3]);
            }
            hosted.accept(index, moved);
        }
        assertThatThrownBy(() -> hosted.endCycle(0))
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining("velocities of step 0 differ from the serial ones at body 35, axis 1: ");
    }

    @Test
    void shouldKeepWhatIsThereWhenStopped() throws Exception {
        Hosted<Step, Range, Moved> hosted = hosted("a");
        hosted.initialize();
        hosted.interrupted();
        assertThat(directory.resolve("a")).doesNotExist();
        for (int number = 0; number < 3; number++) {
            Step step = Objects.requireNonNull(hosted.cycle(number).setup());
            for (long index = 0; index < 5; index++) {
                hosted.accept(index, hosted.compute(step, hosted.unit(index)));
            }
            hosted.endCycle(number);
        }
        hosted.cycle(3);
        hosted.interrupted();
        assertThat(files("a").keySet())
                .containsExactly("bodies.csv", "energy.csv", "film.png", "frame-00000.png", "frame-00001.png");
        assertThat(lines(files("a"), "energy.csv")).hasSize(4);
    }

    @Test
    void shouldReplaceAnEarlierFilmAndNothingElse() throws Exception {
        run("a", "--frame-every=1");
        Path mine = Files.writeString(directory.resolve("a").resolve("frame-of-mine.png"), "mine");
        assertThat(run("a").keySet()).contains("frame-00003.png").doesNotContain("frame-00004.png");
        assertThat(mine).hasContent("mine");
        assertThat(run("a", "--frame-every=0").keySet())
                .containsExactly("bodies.csv", "energy.csv", "frame-of-mine.png");
    }

    @Test
    void shouldWriteAnAnimationThatOthersCanRead() throws Exception {
        Map<String, byte[]> files = run("a");
        List<String> kinds = new ArrayList<>();
        List<Integer> sequence = new ArrayList<>();
        ByteBuffer film = ByteBuffer.wrap(files.get("film.png")).position(8);
        while (film.hasRemaining()) {
            byte[] content = new byte[film.getInt() + 4];
            film.get(content);
            CRC32 check = new CRC32();
            check.update(content);
            assertThat(film.getInt()).isEqualTo((int) check.getValue());
            kinds.add(new String(content, 0, 4, StandardCharsets.US_ASCII));
            if (kinds.get(kinds.size() - 1).matches("fcTL|fdAT")) {
                sequence.add(ByteBuffer.wrap(content).getInt(4));
            }
            if (kinds.get(kinds.size() - 1).equals("acTL")) {
                assertThat(ByteBuffer.wrap(content).getInt(4)).isEqualTo(4);
            }
        }
        assertThat(kinds)
                .containsExactly(
                        "IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND");
        assertThat(sequence).containsExactly(0, 1, 2, 3, 4, 5, 6);
        Path first = directory.resolve("a").resolve("frame-00000.png");
        assertThat(pixels(image(directory.resolve("a").resolve("film.png")))).isEqualTo(pixels(image(first)));
    }

    @Test
    void shouldColourBySpeed() throws Exception {
        assertThat(run("a", "--colour=speed").get("frame-00002.png"))
                .isNotEqualTo(run("b", "--colour=group").get("frame-00002.png"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bodies=15 | --bodies: 15 (expected: 16 to 4194304)",
                "--steps=0 | --steps: 0 (expected: 1 to 1000000)",
                "--time-step=0 | --time-step: 0.0 (expected: more than 0)",
                "--time-step=NaN | --time-step: NaN (expected: more than 0)",
                "--softening=-1 | --softening: -1.0 (expected: 0 or more)",
                "--softening=Infinity | --softening: Infinity (expected: 0 or more)",
                "--dimensions=4 | --dimensions: 4 (expected: 2 or 3)",
                "--bodies-per-unit=0 | --bodies-per-unit: 0 (expected: 1 to 4194304)",
                "--frame-every=-1 | --frame-every: -1 (expected: 0 to 1000000)",
                "--width=15 | --width: 15 (expected: 16 to 4096)",
                "--reach=0 | --reach: 0.0 (expected: more than 0)",
                "--preset=atlantis | COLLISION, GALAXY, PLUMMER, SOLAR",
                "--step=3 | --step=3: unknown option (expected: --steps?)",
            })
    void shouldRefuseOptionsThatMakeNoSense(String option, String message) {
        assertThatThrownBy(() -> {
                    Hosted<Step, Range, Moved> hosted = Hosted.of(new Nbody());
                    hosted.parse(List.of(option));
                    hosted.initialize();
                })
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS))
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseADirectoryThatCannotBeMade() throws Exception {
        Files.writeString(directory.resolve("a"), "a file");
        Hosted<Step, Range, Moved> hosted = hosted("a");
        hosted.initialize(); // a worker ignores the directory
        assertThatThrownBy(() -> hosted.cycle(0))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS))
                .hasMessage("--out: " + directory.resolve("a") + " (expected: a directory, there or to be made)");
    }

    /** Encodes and decodes the setup, a unit and its result. */
    private static Moved travelled(Hosted<Step, Range, Moved> hosted, Step step, long index) throws Exception {
        HeapEncoder out = new HeapEncoder();
        out.writeSized(hosted.setupCodec(), step);
        out.writeSized(hosted.unitCodec(), hosted.unit(index));
        Decoder in = new Decoder(out.written());
        Moved moved = hosted.compute(in.readSized(hosted.setupCodec()), in.readSized(hosted.unitCodec()));
        HeapEncoder back = new HeapEncoder();
        hosted.resultCodec().encode(moved, back);
        return new Decoder(back.written()).readAll(hosted.resultCodec());
    }

    private Map<String, byte[]> run(String name, String... options) throws Exception {
        assertThat(new SerialRun<>(hosted(name, options)).run()).isEqualTo(Outcome.COMPLETE);
        return files(name);
    }

    /** Creates the application with the given options, and those of {@link #SMALL} as defaults. */
    private Hosted<Step, Range, Moved> hosted(String name, String... options) throws ApplicationException {
        Hosted<Step, Range, Moved> hosted = Hosted.of(new Nbody());
        Map<String, String> arguments = new TreeMap<>();
        for (String argument :
                Stream.concat(Stream.of(SMALL), Stream.of(options)).toList()) {
            arguments.put(argument.replaceFirst("=.*", ""), argument);
        }
        arguments.put("--out", "--out=" + directory.resolve(name));
        hosted.parse(List.copyOf(arguments.values()));
        return hosted;
    }

    private Map<String, byte[]> files(String name) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.list(directory.resolve(name))) {
            for (Path path : paths.toList()) {
                files.put(path.getFileName().toString(), Files.readAllBytes(path));
            }
        }
        return files;
    }

    private static void assertSame(Map<String, byte[]> files, Map<String, byte[]> expected) {
        assertThat(files.keySet()).isEqualTo(expected.keySet());
        files.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
    }

    private static List<String> lines(Map<String, byte[]> files, String name) {
        return new String(files.get(name), StandardCharsets.UTF_8).lines().toList();
    }

    private static BufferedImage image(Path file) throws IOException {
        return Objects.requireNonNull(ImageIO.read(file.toFile()));
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    private static long colours(BufferedImage image) {
        return java.util.Arrays.stream(pixels(image)).distinct().count();
    }
}
