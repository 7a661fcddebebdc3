package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException.Kind;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Option;

class HostedTest {
    @TempDir
    Path jar;

    abstract static class Middle<R, X> extends Application<None, Map<String, X>, R> {
        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.none();
        }

        @Override
        protected Map<String, X> unit(long index) {
            return Map.of();
        }

        @Override
        protected Verdict accept(long index, R result) {
            return Verdict.CONTINUE;
        }
    }

    abstract static class Lower<Y> extends Middle<Values.Pair<Y, int[]>, Y> {}

    /** Leaves accept out. */
    public static final class Deaf extends Application<None, Long, Long> {
        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.none();
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Long compute(None setup, Long unit) {
            return unit;
        }

        boolean sum;

        @Override
        protected Results<Long> results() {
            return sum ? Accumulation.exact(0L, Long::sum) : Results.each();
        }
    }

    @Test
    void shouldDemandAcceptOnlyWhereResultsAreNotAccumulated() throws ApplicationException {
        Deaf deaf = new Deaf();
        Hosted<None, Long, Long> hosted = Hosted.of(deaf);
        assertThatThrownBy(hosted::results)
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining("does not override accept");
        deaf.sum = true;
        assertThat(hosted.results()).isInstanceOf(Accumulation.class);
    }

    public static final class Countless extends Recorded {
        @Override
        protected OptionalInt expectedCycles() {
            return OptionalInt.of(0);
        }
    }

    @Test
    void shouldRefuseAnImpossibleNumberOfCycles() throws ApplicationException {
        assertThat(Hosted.of(new Recorded()).expectedCycles()).isEmpty();
        assertThatThrownBy(() -> Hosted.of(new Countless()).expectedCycles())
                .isInstanceOf(ApplicationException.class)
                .hasMessageContaining(".expectedCycles: 0 (expected: 1 or more, or empty)");
    }

    public static final class Derived extends Lower<String> {
        @Override
        protected Values.Pair<String, int[]> compute(None setup, Map<String, String> unit) {
            return new Values.Pair<>("", new int[0]);
        }
    }

    @SuppressWarnings("rawtypes")
    public static final class Raw extends Middle {
        @Override
        protected Object compute(Object setup, Object unit) {
            return unit;
        }
    }

    public static final class Open<T> extends Middle<T, T> {
        @Override
        protected T compute(None setup, Map<String, T> unit) {
            throw new UnsupportedOperationException();
        }
    }

    public static final class Unsupported extends Middle<Thread, Integer> {
        @Override
        protected Thread compute(None setup, Map<String, Integer> unit) {
            return Thread.currentThread();
        }
    }

    public static final class Packed extends Middle<Thread, Integer> {
        @Override
        protected Thread compute(None setup, Map<String, Integer> unit) {
            return Thread.currentThread();
        }

        @Override
        protected Codec<Thread> resultCodec() {
            return new Codec<>() {
                @Override
                public void encode(Thread value, Encoder out) {
                    out.writeString("thread");
                }

                @Override
                public Thread decode(Decoder in) {
                    in.readString();
                    return Thread.currentThread();
                }
            };
        }
    }

    public static final class NoConstructor extends Recorded {
        public NoConstructor(int argument) {
            width = argument;
        }
    }

    static final class Hidden extends Recorded {
        public Hidden() {}
    }

    public static final class BadConstructor extends Recorded {
        public BadConstructor() {
            throw new IllegalStateException("no licence");
        }
    }

    public static final class BadInitializer extends Recorded {
        static final int VALUE = Integer.parseInt("x");

        public BadInitializer() {}
    }

    public static final class Picky extends Recorded {
        public Picky() {}

        @Override
        protected void initialize() {
            if (width < 1) {
                throw new ArgumentException("--width", width, "1 to 65536");
            }
        }
    }

    @Test
    void shouldLoadTheApplicationNamedInTheServicesFile() throws Exception {
        services("# the application\n" + Derived.class.getName() + " # that is it\n\n");
        try (URLClassLoader loader = loader()) {
            assertThat(Hosted.load(loader, null).className()).isEqualTo(Derived.class.getName());
        }
    }

    @Test
    void shouldSayWhenNoneOrSeveralAreNamed() throws Exception {
        try (URLClassLoader loader = loader()) {
            assertRefused(loader, null, Kind.NO_APPLICATION)
                    .hasMessage("no application in the jar (expected: its class name in "
                            + "META-INF/services/dev.sluice.api.Application)");
        }
        services("a.One\nb.Two");
        try (URLClassLoader loader = loader()) {
            assertRefused(loader, null, Kind.NO_APPLICATION)
                    .hasMessage("several applications: a.One, b.Two (expected: one; name its class)");
        }
    }

    @Test
    void shouldSayWhyAClassIsNoApplication() {
        refuse("no.such.Thing", Kind.NO_APPLICATION)
                .hasMessage("class no.such.Thing is not there (expected: a class in the application's jars)");
        refuse("java.lang.String", Kind.BAD_APPLICATION)
                .hasMessage(
                        "java.lang.String is not an application (expected: a subclass of dev.sluice.api.Application)");
        refuse(Lower.class.getName(), Kind.BAD_APPLICATION).hasMessageContaining("is abstract (expected: a class");
        refuse(NoConstructor.class.getName(), Kind.BAD_APPLICATION)
                .hasMessageContaining("has no public constructor without parameters (expected: one)");
        refuse(Hidden.class.getName(), Kind.BAD_APPLICATION).hasMessageContaining("is not public");
        refuse(BadConstructor.class.getName(), Kind.THREW)
                .hasMessage("constructor threw java.lang.IllegalStateException: no licence");
        refuse(BadInitializer.class.getName(), Kind.BAD_APPLICATION)
                .hasMessageContaining("cannot be loaded: java.lang.NumberFormatException");
    }

    @Test
    void shouldRefuseAClassThatDoesNotSayItsTypes() {
        refuse(Raw.class.getName(), Kind.BAD_APPLICATION)
                .hasMessage(Raw.class.getName() + " does not declare the type of its setup "
                        + "(expected: extends Application<Setup, Unit, Result> with three types)");
        refuse(Open.class.getName(), Kind.BAD_APPLICATION)
                .hasMessageContaining("does not declare the type of its setup");
    }

    @Test
    void shouldRefuseTypesWithoutACodecAtLoad() {
        refuse(Unsupported.class.getName(), Kind.BAD_APPLICATION)
                .hasMessageContaining("result: java.lang.Thread has no codec (expected: ");
    }

    @Test
    void shouldTakeTheApplicationsOwnCodec() throws ApplicationException {
        Hosted<None, Map<String, Integer>, Thread> hosted = Hosted.of(new Packed());
        byte[] bytes = CodecsTest.encode(hosted.resultCodec(), Thread.currentThread());
        assertThat(new Decoder(ByteBuffer.wrap(bytes)).readAll(hosted.resultCodec()))
                .isSameAs(Thread.currentThread());
    }

    @Test
    void shouldResolveTypesThroughGenericSuperclasses() throws ApplicationException {
        Hosted<None, Map<String, String>, Values.Pair<String, int[]>> hosted = Hosted.of(new Derived());
        Values.Pair<String, int[]> result = new Values.Pair<>("x", new int[] {1, 2});
        CodecsTest.assertSame(CodecsTest.roundTrip(hosted.resultCodec(), result), result);
        assertThat(CodecsTest.roundTrip(hosted.unitCodec(), Map.of("a", "b"))).isEqualTo(Map.of("a", "b"));
        assertThat(CodecsTest.encode(hosted.setupCodec(), None.NONE)).isEmpty();
    }

    @Test
    void shouldSetOptionsAndKeepDefaults() throws ApplicationException {
        Recorded application = new Recorded();
        Hosted.of(application).parse(List.of("--width", "7", "--mode=exact"));
        assertThat(application.width).isEqualTo(7);
        assertThat(application.height).isEqualTo(768);
        assertThat(application.mode).isEqualTo(Recorded.Mode.EXACT);
    }

    @Test
    void shouldExplainWrongOptions() {
        wrong("--widht=7").hasMessage("--widht=7: unknown option (expected: --width?)");
        wrong("--heigth", "7").hasMessage("--heigth: unknown option (expected: --height?)");
        wrong("--colour", "red")
                .hasMessage("--colour: unknown option (expected: one that the application's help shows)");
        wrong("stray").hasMessage("stray: one argument too many (expected: options only)");
        wrong("--width", "wide").hasMessageContaining("--width").hasMessageContaining("wide");
        wrong("--width").hasMessageContaining("--width");
        wrong("--mode", "slow").hasMessageContaining("FAST, EXACT");
    }

    public static final class Demanding extends Recorded {
        @Option(names = "--preset", required = true, description = "which")
        String preset = "";
    }

    @Test
    void shouldNameTheUnknownWordBeforeTheOptionThatIsMissingForIt() throws ApplicationException {
        Hosted<?, ?, ?> hosted = Hosted.of(new Demanding());
        assertThatThrownBy(() -> hosted.parse(List.of("--prseet", "fine")))
                .hasMessage("--prseet: unknown option (expected: --preset?)");
        assertThatThrownBy(() -> hosted.parse(List.of())).hasMessageContaining("Missing required option");
    }

    @Test
    void shouldTellArgumentsThatMakeNoSenseFromFailures() throws ApplicationException {
        Hosted<?, ?, ?> hosted = Hosted.of(new Picky());
        hosted.parse(List.of("--width", "0"));
        assertThatThrownBy(hosted::initialize)
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS))
                .hasMessage("--width: 0 (expected: 1 to 65536)");
    }

    @Test
    void shouldTakeAnApplicationWithoutOptions() throws ApplicationException {
        Hosted<?, ?, ?> hosted = Hosted.of(new Derived());
        hosted.parse(List.of());
        assertThat(hosted.usage("sluice run derived --")).contains("Usage: sluice run derived --");
        assertThatThrownBy(() -> hosted.parse(List.of("--colour", "red")))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS))
                .hasMessageStartingWith("--colour: unknown option");
    }

    @Test
    void shouldShowTheApplicationsOptions() throws ApplicationException {
        assertThat(Hosted.of(new Recorded()).usage("sluice run recorded --"))
                .contains("sluice run recorded --", "--width=<width>", "columns of the picture", "Default: 1024");
    }

    private AbstractThrowableAssert<?, ?> wrong(String... arguments) {
        return assertThatThrownBy(() -> Hosted.of(new Recorded()).parse(List.of(arguments)))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ARGUMENTS));
    }

    private AbstractThrowableAssert<?, ?> refuse(String className, Kind kind) {
        return assertRefused(HostedTest.class.getClassLoader(), className, kind);
    }

    @SuppressWarnings("NullAway") // the name may be absent
    private static AbstractThrowableAssert<?, ?> assertRefused(ClassLoader loader, String className, Kind kind) {
        return assertThatThrownBy(() -> Hosted.load(loader, className))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private void services(String content) throws IOException {
        Path file = jar.resolve("META-INF/services/dev.sluice.api.Application");
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {jar.toUri().toURL()}, HostedTest.class.getClassLoader());
    }

    /** Also if there is a file of that name, which the shell of a user completes. */
    @Test
    void shouldTakeWordsThatBeginWithAnAtAsTheyAre(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("words"), "--width 3");
        Worded application = new Worded();
        Hosted.of(application).parse(List.of("--word", "@" + file));
        assertThat(application.word).isEqualTo("@" + file);
    }

    private static final class Worded extends Recorded {
        @Option(names = "--word")
        String word = "";
    }
}
