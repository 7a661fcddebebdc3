package dev.sluice.app.each;

import dev.sluice.api.FailedUnit;
import dev.sluice.api.Verdict;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.output.ContentKey;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.HaltDecision;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.LiveOutput;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.output.OutputWriter;
import dev.sluice.app.each.output.Resume;
import dev.sluice.app.each.template.CommandTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The master's side of a run: takes inputs from a spool and hands outcomes to the output. Confined to one thread,
 * unless the interface says otherwise.
 */
public final class RunningCommands implements EachMaster {
    /** Inputs that follow each other this quickly belong to one cycle [ms]. */
    private static final long GATHER_MILLIS = 10;

    /** Inputs of a stream that go out together. */
    private static final int MOST_AT_ONCE = 256;

    private static final ContentKey NO_KEY = new ContentKey(0, 0);

    private final EachSetup setup;
    private final NeedsTemplate needs;
    private final InputSpool spool;
    private final Optional<String> before;
    private final OutputWriter writer;
    private final OutputContext context;
    private final boolean shows;
    private final boolean resumes;
    private final String output;
    private final @Nullable CommandKeys keys;
    private Optional<String> unsent = Optional.empty();
    private volatile @Nullable PendingInputs pending;
    private volatile boolean complete;
    /** Number of the first input of each cycle; other threads read it. */
    private final List<Long> firsts = new CopyOnWriteArrayList<>();

    private volatile @Nullable LiveOutput live;
    private final OutputSettings settings;
    private volatile Runnable stopSoon = () -> {};
    private volatile Consumer<String> news = line -> {};

    /**
     * The place of outcomes.
     *
     * @param files hashes of files that commands read
     */
    public record Destination(OutputSettings settings, OutputContext context, FileHashes files) {}

    /**
     * Opens the output.
     *
     * @param shows whether each command is printed on standard error before its output
     */
    public RunningCommands(EachSetup setup, InputSpool spool, Destination to, boolean shows) throws IOException {
        this.setup = setup;
        this.needs = new NeedsTemplate(setup.terms(), setup.needs());
        this.spool = spool;
        this.context = to.context();
        this.shows = shows;
        this.settings = to.settings();
        this.resumes = to.settings().resume() != Resume.NONE;
        this.output = to.settings().output();
        this.keys =
                context.journal().isPresent() ? new CommandKeys(CommandTemplate.of(setup.terms()), to.files()) : null;
        this.before = resumes ? settings.outputBefore(context.directory()) : Optional.empty();
        this.writer = OutputWriter.open(to.settings(), context.of(this::inputs));
    }

    /**
     * Prints commands while they run. Called before the run.
     *
     * @param lines whether whole lines are printed, with their tag; else bytes as they come
     */
    public void live(boolean lines) {
        LiveOutput output = new LiveOutput(
                lines,
                number -> settings.tag().isEmpty()
                        ? new byte[0]
                        : ByteText.bytes(
                                ByteText.text(context.expansion().expand(settings.tag(), input(number), 1)) + "\t"));
        live = output;
        writer.live(output);
    }

    /** Prints a piece of what a running command has printed. Any thread. */
    public void printed(int cycle, long index, int stream, long offset, byte[] text) {
        LiveOutput output = live;
        Long first = cycle < firsts.size() ? firsts.get(cycle) : null;
        if (output != null && first != null) {
            output.add(first + index, stream, offset, text);
        }
    }

    /** Sets what stops the run when no further command is to start. */
    public void stopSoonBy(Runnable stop) {
        stopSoon = stop;
    }

    /** Sets who is told of an earlier run whose commands this one leaves out. */
    public void newsTo(Consumer<String> told) {
        news = told;
    }

    @Override
    public EachSetup setup() {
        return setup;
    }

    @Override
    public long await(long taken) throws IOException, InterruptedException {
        if (live != null) {
            firsts.add(taken);
        }
        Optional<Journal> journal = context.journal();
        CommandKeys known = keys;
        if (resumes && known != null && journal.isPresent()) {
            CommandTemplate template = CommandTemplate.of(setup.terms());
            if (pending == null && journal.get().resumesWithout()) {
                EarlierLog.adopt(settings, context.directory(), before, spool, known, template, journal.get(), news);
            }
            PendingInputs left = pending == null ? new PendingInputs(spool, known, journal.get()) : pending;
            pending = left;
            if (!output.isEmpty()) {
                left.awaitAll();
                new HiddenRecords(BytePath.resolve(context.directory(), output), template).check(left);
            }
            left.await(taken);
            complete = left.isComplete(); // before the count, which then is final
            return left.count();
        }
        spool.await(taken);
        if (!spool.isComplete()) {
            TimeUnit.MILLISECONDS.sleep(GATHER_MILLIS);
        }
        complete = spool.isComplete(); // before the count, which then is final
        return spool.count();
    }

    @Override
    public List<Input> more(long taken) throws IOException, InterruptedException {
        PendingInputs left = pending;
        long there = left == null ? spool.await(taken) : left.await(taken);
        List<Input> inputs = new ArrayList<>();
        for (long number = taken; number < Math.min(there, taken + MOST_AT_ONCE); number++) {
            inputs.add(input(number));
        }
        return inputs;
    }

    /** The number of commands of this run; negative as long as it is unknown. */
    private long inputs() {
        PendingInputs left = pending;
        if (left != null) {
            return left.isComplete() ? left.count() : -1;
        }
        return spool.isComplete() ? spool.count() : -1;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public Needs needs(long number) throws IOException {
        return needs.of(number, this::input);
    }

    @Override
    public int priority(long number) throws IOException {
        return needs.priority(number, this::input);
    }

    @Override
    public Input input(long number) throws IOException {
        PendingInputs left = pending;
        return left == null ? spool.get(number) : left.get(number);
    }

    @Override
    public Verdict accept(long number, Outcome outcome) throws IOException {
        Input input = input(number);
        if (!outcome.succeeded() && setup.place().isNew() && unsent.isEmpty()) {
            unsent = UnsentFile.of(
                    outcome.command(), context.directory(), setup.place().files());
        }
        if (shows) {
            context.error().write(outcome.command());
            context.error().write('\n');
        }
        CommandKeys known = keys;
        return verdict(writer.accept(number, input, outcome, known == null ? NO_KEY : known.of(input)));
    }

    private Verdict verdict(HaltDecision decision) {
        switch (decision) {
            case STOP_NOW -> {
                return Verdict.APPLICATION_COMPLETE;
            }
            case STOP_SOON -> stopSoon.run();
            case CONTINUE -> {
                // the next outcome
            }
        }
        return Verdict.CONTINUE;
    }

    @Override
    public void missing(long first, List<FailedUnit> failures) throws IOException {
        for (FailedUnit failure : failures) {
            long number = first + failure.index();
            verdict(writer.untried(number, input(number), failure.error()));
        }
    }

    @Override
    public void end() throws IOException {
        LiveOutput output = live;
        if (output != null) {
            output.close();
        }
        writer.close();
    }

    /** The exit code of the run so far. */
    public int exitCode() {
        return writer.exitCode();
    }

    /** The number of commands that have failed so far, with those that could not be tried. */
    public long failed() {
        return writer.failed();
    }

    /**
     * Returns whether commands of this run did not start or end, because a rule or the reader of the output ended it.
     */
    public boolean stoppedEarly() {
        return writer.stoppedEarly();
    }

    /** How the commands ended, in one sentence; empty if all succeeded. */
    public String conclusion() {
        return inputs() == 0 ? nothing() : writer.conclusion();
    }

    /** Says why no command ran. */
    private String nothing() {
        return spool.count() == 0
                ? "nothing to do: there are no inputs"
                : "nothing to do: none of " + spool.count() + " commands is left";
    }

    /** Returns whether nobody reads the output any more. */
    public boolean closedByReader() {
        return writer.closedByReader();
    }

    /** Lines for people about commands that failed. */
    public List<String> summary() {
        if (inputs() == 0) {
            return List.of(nothing());
        }
        List<String> lines = new ArrayList<>(writer.summary());
        unsent.ifPresent(name ->
                lines.add(name + " is a file here that the directories of the commands did not have: --file " + name));
        return lines;
    }

    /**
     * A word of a failed command that names a file of the user which the directory of the command did not have. Nothing
     * is sent unasked: a command may mean to write the file, and would write through the link to the original.
     */
    static final class UnsentFile {
        private static final String BETWEEN = "[\\x00\\n;|&<>()]+";

        private UnsentFile() {}

        /**
         * Finds the first such word.
         *
         * @param command as logs show it
         * @param here the directory of the user
         * @param sent names that commands find in their directories
         */
        static Optional<String> of(byte[] command, Path here, List<String> sent) {
            for (String word : EarlierLog.unquoted(command).split(BETWEEN)) {
                String name = new String(word.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                        .replaceFirst("^(\\./+)+", "");
                boolean inside = !name.isEmpty() && !name.startsWith("/") && !name.matches("(.*/)?\\.\\.(/.*)?");
                if (inside && !sent.contains(name) && isFile(here, name)) {
                    return Optional.of(name);
                }
            }
            return Optional.empty();
        }

        private static boolean isFile(Path here, String name) {
            try {
                return Files.isRegularFile(here.resolve(name));
            } catch (InvalidPathException noName) {
                return false;
            }
        }
    }
}
