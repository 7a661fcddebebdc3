package dev.sluice.api;

import dev.sluice.api.language.LateResults;
import dev.sluice.api.language.OwnArguments;
import dev.sluice.api.language.OwnProcesses;
import dev.sluice.api.unit.Needs;
import dev.sluice.api.unit.Remedy;
import dev.sluice.api.unit.UnitSite;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The runtime's handle on an application; all calls of the application go through it. An exception or error of the
 * application becomes an {@link ApplicationException} that names the method. The threads are those of the methods of
 * {@link Application}.
 */
public final class Hosted<S, U, R> {
    private final Application<S, U, R> application;
    private final Codec<S> setupCodec;
    private final Codec<U> unitCodec;
    private final Codec<R> resultCodec;
    private final List<InputFile> added = new ArrayList<>();
    private final Object loading = new Object();
    /** Written under the lock. Its write and reads order {@code loadState} before every {@code compute}. */
    private volatile boolean stateLoaded;

    private Hosted(Application<S, U, R> application) throws ApplicationException {
        this.application = application;
        this.setupCodec = codec("setupCodec", application::setupCodec);
        this.unitCodec = codec("unitCodec", application::unitCodec);
        this.resultCodec = codec("resultCodec", application::resultCodec);
    }

    /** Hosts an existing instance. */
    public static <S, U, R> Hosted<S, U, R> of(Application<S, U, R> application) throws ApplicationException {
        return new Hosted<>(application);
    }

    /**
     * Finds, loads and instantiates an application.
     *
     * @param loader sees the application's jars and, above them, this same {@link Application} class
     * @param className of the application, or null for the one named in
     *     {@code META-INF/services/dev.sluice.api.Application}
     */
    public static Hosted<?, ?, ?> load(ClassLoader loader, @Nullable String className) throws ApplicationException {
        return of(ApplicationFinder.instantiate(loader, className));
    }

    /** The application's class. */
    public String className() {
        return application.getClass().getName();
    }

    /** Sets the application's options. Wrong ones are {@link ApplicationException.Kind#ARGUMENTS}. */
    public void parse(List<String> arguments) throws ApplicationException {
        if (application instanceof OwnArguments own) {
            run("arguments", () -> own.arguments(List.copyOf(arguments)));
            return;
        }
        try {
            commandLine().parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            List<String> unknown = e.getCommandLine().getUnmatchedArguments();
            throw ApplicationException.arguments(
                    unknown.isEmpty() ? String.valueOf(e.getMessage()) : unmatched(e.getCommandLine(), unknown.get(0)),
                    e);
        } catch (RuntimeException e) {
            throw ApplicationException.bad("options of " + className() + ": " + e, e);
        }
    }

    /** Lets an application with {@link OwnArguments} check them, on the master; called once, after {@link #parse}. */
    public void check() throws ApplicationException {
        if (application instanceof OwnArguments own) {
            run("check", own::check);
        }
    }

    /** The sentence about an unknown word, which is the likely cause when an option is missing as well. */
    private static String unmatched(CommandLine line, String argument) {
        if (!argument.startsWith("-")) {
            return argument + ": one argument too many (expected: options only)";
        }
        return argument + ": unknown option"
                + NearestName.to(argument, line.getCommandSpec().optionsMap().keySet())
                        .map(name -> " (expected: " + name + "?)")
                        .orElse(" (expected: one that the application's help shows)");
    }

    /** The application's options as help text. */
    public String usage(String commandName) throws ApplicationException {
        if (application instanceof OwnArguments own) {
            return answer("usage", "a text", () -> own.usage(commandName));
        }
        return commandLine().setCommandName(commandName).getUsageMessage(Ansi.OFF);
    }

    /** An application without options is a command too, although {@code new CommandLine} does not accept it. */
    private CommandLine commandLine() {
        CommandLine line = new CommandLine(CommandSpec.forAnnotatedObjectLenient(application));
        line.getCommandSpec().usageMessage().showDefaultValues(true).width(100);
        return line.setCaseInsensitiveEnumValuesAllowed(true).setExpandAtFiles(false);
    }

    public void initialize() throws ApplicationException {
        run("initialize", application::initialize);
    }

    /** Adds files that the user names to those of the application; called before {@link #files}. */
    public void addFiles(List<InputFile> files) {
        added.addAll(files);
    }

    /** The files that workers need; called on the master, once, after {@link #initialize}. */
    public List<InputFile> files() throws ApplicationException {
        List<InputFile> files = new ArrayList<>(added);
        files.addAll(answer("files", "a list of files", () -> application.files()));
        if (files.stream().anyMatch(Objects::isNull)) {
            throw ApplicationException.returnedNull("files", "a list without null");
        }
        return files;
    }

    /**
     * Says where the files are in this process, by name; called before {@link #cycle} and {@link #loadState}.
     *
     * @throws IOException if one of them does not exist
     */
    public void provide(Map<String, Path> files) throws IOException {
        application.provide(InputFile.Here.of(files));
    }

    public Cycle<S> cycle(int number) throws ApplicationException {
        return answer("cycle", "a Cycle", () -> application.cycle(number));
    }

    /** The units of the current cycle, which the application may add to while it is open. */
    public Cycle.Growth growth() {
        return application.growth();
    }

    public void givesUpBy(LongConsumer by) {
        application.givesUpBy(by);
    }

    /** Tells whether open cycles have a source, because the application overrides {@code more}. */
    public boolean hasSource() {
        return overrides("more", 1);
    }

    /** Waits for units from the source of the open cycle. On a thread of its own. */
    public Application.More<U> more(long given) throws ApplicationException {
        return answer("more", "a More", () -> application.more(given));
    }

    /** Asks how many cycles there are in all; called once, after the first {@link #cycle}. Empty if nobody knows. */
    public OptionalInt expectedCycles() throws ApplicationException {
        OptionalInt cycles = answer("expectedCycles", "an OptionalInt", () -> application.expectedCycles());
        if (cycles.isPresent() && cycles.getAsInt() < 1) {
            throw ApplicationException.bad(
                    className() + ".expectedCycles: " + cycles.getAsInt() + " (expected: 1 or more, or empty)", null);
        }
        return cycles;
    }

    public U unit(long index) throws ApplicationException {
        return answer("unit", article(unitCodec), index, () -> application.unit(index));
    }

    /** Tells whether units have needs, because the application overrides {@code needs}. */
    public boolean hasNeeds() {
        return overrides("needs", 1);
    }

    /** Asks what a unit needs. */
    public Needs needs(long index) throws ApplicationException {
        return answer("needs", "Needs", index, () -> application.needs(index));
    }

    /** Tells whether units have priorities, because the application overrides {@code priority}. */
    public boolean hasPriorities() {
        return overrides("priority", 1);
    }

    public int priority(long index) throws ApplicationException {
        return answer("priority", "a priority", index, () -> application.priority(index));
    }

    /** Tells whether the application keeps a state on its workers: {@code loadState}, or parts that stay there. */
    public boolean keepsState() {
        return residence().isPresent() || overrides("loadState", 0);
    }

    /** The parts that stay in the processes that compute them; empty for most applications. */
    public Optional<Residence> residence() {
        return application instanceof ResidentApplication<?, ?, ?, ?> resident
                ? Optional.of(resident.residence())
                : Optional.empty();
    }

    public List<Path> shown() {
        return List.copyOf(application.shown);
    }

    /**
     * Loads the state of this process unless it is loaded; a thread that comes meanwhile waits. Called before
     * {@link #compute}, on any thread. The call after one that failed loads again.
     */
    public void loadState() throws ApplicationException {
        if (stateLoaded) {
            return;
        }
        synchronized (loading) {
            if (!stateLoaded) {
                run("loadState", application::loadState);
                stateLoaded = true;
            }
        }
    }

    /** Tells whether units compute in other processes, so that threads do not show their processor time. */
    public boolean hasOwnProcesses() {
        return application instanceof OwnProcesses;
    }

    /** The memory of an application with {@link OwnProcesses} for the last unit of this thread [bytes]; 0: unknown. */
    public long peakBytes() {
        return application instanceof OwnProcesses own ? own.peakBytes() : 0;
    }

    /** A result as an application with {@link OwnProcesses} shows it; empty if it does not. */
    Optional<String> shown(R result) throws ApplicationException {
        return application instanceof OwnProcesses own
                ? answer("shown", "a text", () -> own.shown(result))
                : Optional.empty();
    }

    /** Lets an application with {@link OwnProcesses} prepare for the units of this thread. */
    public void prepare() throws ApplicationException {
        if (application instanceof OwnProcesses own) {
            run("prepare", own::prepare);
        }
    }

    /** Computes a unit of a run that has no seed. */
    public R compute(S setup, U unit) throws ApplicationException {
        return compute(setup, unit, new UnitSite(0));
    }

    /** Computes a unit, again as often as the application asks for it; {@code site} has been told which one it is. */
    public R compute(S setup, U unit, UnitSite site) throws ApplicationException {
        site.enter();
        try {
            for (int tries = 1; ; tries++) {
                try {
                    return once(setup, unit);
                } catch (ApplicationException failure) {
                    Remedy remedy = remedy(unit, failure, tries);
                    if (remedy != Remedy.AGAIN) {
                        throw remedy == Remedy.GIVE_UP ? failure.givenUp() : failure;
                    }
                }
            }
        } finally {
            site.leave();
        }
    }

    private R once(S setup, U unit) throws ApplicationException {
        R result;
        FileBlob.beginUnit();
        try {
            result = application.compute(setup, unit);
        } catch (Throwable e) {
            throw threw("compute", e);
        } finally {
            FileBlob.endUnit();
        }
        if (result == null) {
            throw ApplicationException.returnedNull("compute", article(resultCodec));
        }
        return result;
    }

    private Remedy remedy(U unit, ApplicationException failure, int tries) throws ApplicationException {
        boolean asked = failure.kind() == ApplicationException.Kind.THREW
                && !Thread.currentThread().isInterrupted();
        return asked && failure.getCause() instanceof Exception thrown
                ? answer("onFailure", "a Remedy", () -> application.onFailure(unit, thrown, tries))
                : Remedy.ELSEWHERE;
    }

    public Verdict accept(long index, R result) throws ApplicationException {
        return answer("accept", "a Verdict", index, () -> application.accept(index, result));
    }

    /** Tells whether results may be refused after they were accepted, by {@link #refused}. */
    public boolean decodesLate() {
        return application instanceof LateResults<?>;
    }

    /** The units whose results an application with {@link LateResults} could not decode since the last call. */
    public Map<Long, String> refused(boolean all) throws ApplicationException {
        return application instanceof LateResults<?> late
                ? answer("accept", "units", () -> late.refused(all))
                : Map.of();
    }

    /** Lets an application with {@link LateResults} add the units that follow from the results of an open cycle. */
    public Verdict settle() throws ApplicationException {
        return application instanceof LateResults<?> late && growth().isOpen()
                ? answer("accept", "a Verdict", () -> (Verdict) late.settle())
                : Verdict.CONTINUE;
    }

    /** Asks how results travel; called once, after {@link #initialize}. */
    public Results<R> results() throws ApplicationException {
        Results<R> results = answer("results", "how results travel", () -> application.results());
        if (results instanceof Accumulation && resultCodec instanceof Shape<R> shape && shape.blobs()) {
            throw ApplicationException.bad(
                    className() + ".results: an accumulation of " + shape.article() + ", which has a Blob in it"
                            + " (expected: Results.each() or Results.atCycleEnd(); blobs are not merged)",
                    null);
        }
        if (!(results instanceof Accumulation) && !residence().isPresent() && !overrides("accept", 2)) {
            throw ApplicationException.bad(
                    className() + " does not override accept (expected: it does, or results() is an Accumulation)",
                    null);
        }
        return results;
    }

    private boolean overrides(String name, int parameters) {
        Class<?> template = residence().isPresent() ? ResidentApplication.class : Application.class;
        for (Class<?> type = application.getClass(); type != template; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == parameters) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Merges two values with the accumulation's merge. */
    public R merge(Accumulation<R> accumulation, R one, R other) throws ApplicationException {
        return answer("merge", article(resultCodec), () -> accumulation.merge(one, other));
    }

    public Verdict accumulated(R total) throws ApplicationException {
        return answer("accumulated", "a Verdict", () -> application.accumulated(total));
    }

    public Verdict endCycle(int number) throws ApplicationException {
        return answer("endCycle", "a Verdict", () -> application.endCycle(number));
    }

    public void complete() throws ApplicationException {
        run("complete", application::complete);
    }

    public void missing(List<FailedUnit> failures) throws ApplicationException {
        run("missing", () -> application.missing(failures));
    }

    public void incomplete(List<FailedUnit> failures) throws ApplicationException {
        run("incomplete", () -> application.incomplete(failures));
    }

    public void interrupted() throws ApplicationException {
        run("interrupted", application::interrupted);
    }

    /** Tells whether the application's state can be kept, because it overrides {@code checkpoint}. */
    public boolean keepsCheckpoints() {
        return overrides("checkpoint", 0);
    }

    public Optional<byte[]> checkpoint() throws ApplicationException {
        return answer("checkpoint", "an Optional", application::checkpoint);
    }

    public void restore(byte[] state) throws ApplicationException {
        run("restore", () -> application.restore(state));
    }

    public void finish() throws ApplicationException {
        run("finish", application::finish);
    }

    public Codec<S> setupCodec() {
        return setupCodec;
    }

    public Codec<U> unitCodec() {
        return unitCodec;
    }

    public Codec<R> resultCodec() {
        return resultCodec;
    }

    /**
     * The value as it arrives after it was sent: an object of its own, so that nothing is shared with the sender. A
     * value that is no longer wanted by its sender may be handed on as it is if it has blobs, which do not change.
     *
     * @param what the value is, for messages
     */
    public <T> T passed(Codec<T> codec, T value, String what) throws ApplicationException {
        if (codec instanceof Shape<T> shape && shape.blobs()) {
            return value;
        }
        HeapEncoder encoder = new HeapEncoder();
        try {
            codec.encode(value, encoder);
            return new Decoder(encoder.written()).readAll(codec);
        } catch (Throwable e) {
            throw threw("codec of the " + what, e);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private interface Question<T> {
        T ask() throws Exception;
    }

    private static void run(String method, Step step) throws ApplicationException {
        try {
            step.run();
        } catch (Throwable e) {
            throw threw(method, e);
        }
    }

    private static <T> T answer(String method, String expected, Question<T> question) throws ApplicationException {
        try {
            return present(question.ask(), method, expected);
        } catch (ApplicationException e) {
            throw e;
        } catch (Throwable e) {
            throw threw(method, e);
        }
    }

    private static <T> T answer(String method, String expected, long unit, Question<T> question)
            throws ApplicationException {
        try {
            return answer(method, expected, question);
        } catch (ApplicationException e) {
            throw e.atUnit(unit);
        }
    }

    private <T> Codec<T> codec(String method, Question<Codec<T>> source) throws ApplicationException {
        try {
            return present(source.ask(), method, "a Codec");
        } catch (CodecException e) {
            throw ApplicationException.bad(String.valueOf(e.getMessage()), e);
        } catch (ApplicationException e) {
            throw e;
        } catch (Throwable e) {
            throw threw(method, e);
        }
    }

    private static ApplicationException threw(String method, Throwable thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return ApplicationException.threw(method, thrown);
    }

    private static <T> T present(@Nullable T value, String method, String expected) throws ApplicationException {
        if (value == null) {
            throw ApplicationException.returnedNull(method, expected);
        }
        return value;
    }

    private static String article(Codec<?> codec) {
        return codec instanceof Shape<?> shape ? shape.article() : "a value";
    }
}
