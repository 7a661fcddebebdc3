package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.NoRoomException;
import dev.sluice.app.each.job.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes the outcomes of a run: prints them or keeps them in files, logs them, remembers them in the journal, and
 * decides whether the run goes on. An outcome is in the journal only if its output is printed or on disk. Confined to
 * one thread, which may block.
 */
public final class OutputWriter implements Closeable {
    private static final byte[] NO_TAG = {};
    private static final Blob NOTHING = Blob.of(new byte[0]);

    private final OutputSettings settings;
    private final OutputContext context;
    private final HaltState halt;
    private final FirstFailures failures = new FirstFailures();
    private final LeftFiles left = new LeftFiles();
    private final Optional<JobLog> jobLog;
    private final Optional<ResultTarget> target;
    private final PrintedOutput printed;
    /** Commands that failed because they were ended for their memory. */
    private long outOfMemory;

    private boolean closedByReader;
    /** True when a file could not be written: the run is over, and what waits is not printed. */
    private boolean broken;

    private boolean finished;

    private OutputWriter(
            OutputSettings settings, OutputContext context, Optional<JobLog> jobLog, Optional<ResultTarget> target) {
        this.settings = settings;
        this.context = context;
        this.halt = new HaltState(settings, context.inputs());
        this.jobLog = jobLog;
        this.target = target;
        this.printed = new PrintedOutput(context, settings.keepOrder(), new EarlyOutput(), this::remember);
    }

    /** Opens the files that the settings name. Open the journal before, because it keeps other runs from them. */
    public static OutputWriter open(OutputSettings settings, OutputContext context) throws IOException {
        Optional<JobLog> jobLog = Optional.empty();
        if (!settings.jobLog().isEmpty()) {
            Path log = withParent(BytePath.resolve(context.directory(), settings.jobLogFile()));
            jobLog = Optional.of(RefusedLogException.opening("--joblog", () -> JobLog.open(log, settings.continues())));
        }
        try {
            String option = settings.output().isEmpty() ? "--results" : "--output";
            return new OutputWriter(
                    settings, context, jobLog, RefusedLogException.opening(option, () -> target(settings, context)));
        } catch (IOException | RuntimeException e) {
            if (jobLog.isPresent()) {
                jobLog.get().close();
            }
            throw e;
        }
    }

    private static Optional<ResultTarget> target(OutputSettings settings, OutputContext context) throws IOException {
        Path directory = context.directory();
        if (!settings.output().isEmpty()) {
            Path file = withParent(BytePath.resolve(directory, settings.output()));
            return Optional.of(IndexedOutput.open(file, settings.continues()));
        }
        String results = settings.results();
        if (results.isEmpty()) {
            return Optional.empty();
        }
        if (OutputSettings.isTable(results)) {
            Path file = withParent(BytePath.resolve(directory, results));
            return Optional.of(ResultTable.open(file, settings.continues(), context.sources()));
        }
        return Optional.of(new ResultFiles(results, directory, context.sources(), context.expansion()));
    }

    private static Path withParent(Path file) throws IOException {
        Path parent = file.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            Files.createDirectories(parent);
        }
        return file;
    }

    /** Prints commands while they run, unless their output is kept. Called before the first. */
    public void live(LiveOutput output) {
        if (target.isEmpty()) {
            printed.live(output);
        }
    }

    /**
     * Takes the outcome of a command.
     *
     * @param index of the unit, from 0, each once; with {@code --keep-order}, output is printed in its order
     * @param key of the command in the journal; ignored without a journal
     * @throws IOException if a file or standard output cannot be written; the run must end
     */
    public HaltDecision accept(long index, Input input, Outcome outcome, ContentKey key) throws IOException {
        if (closedByReader) {
            return HaltDecision.STOP_NOW;
        }
        boolean kept = target.isPresent();
        write("--return", () -> writeReturned(input, outcome));
        if (kept) {
            write(settings.keeping(), () -> target.get().add(input, outcome));
        }
        if (jobLog.isPresent()) {
            write("--joblog: " + settings.jobLogFile(), () -> jobLog.get().add(input, outcome));
        }
        failures.add(input, outcome);
        outOfMemory += outcome.outOfMemory() && !outcome.succeeded() ? 1 : 0;
        left.add(outcome);
        HaltDecision decision = halt.add(outcome);
        EarlyOutput.Due due = new EarlyOutput.Due(key, outcome.succeeded());
        if (kept) {
            remember(due);
            return decision;
        }
        TaggedOutput output =
                new TaggedOutput(outcome.standardOutput(), outcome.standardError(), tag(input, outcome.slot()));
        return print(index, output, Optional.of(due), outcome.tries()) ? decision : HaltDecision.STOP_NOW;
    }

    /** A step that writes a file. */
    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    /** Writes, and says what could not be written. */
    private void write(String what, Writing step) throws IOException {
        try {
            step.run();
        } catch (ClosedOutputException closed) {
            throw closed;
        } catch (IOException e) {
            broken = true;
            boolean explained = String.valueOf(e.getMessage()).contains("(expected: ");
            throw explained ? e : new NoRoomException(what, e, settings.remedy());
        }
    }

    private void writeReturned(Input input, Outcome outcome) throws IOException {
        if (target.isEmpty() || !target.get().takesReturned(input, outcome)) {
            ReturnedFiles.writeAll(context.directory(), outcome.returned());
        }
    }

    /** Takes note of an input whose command could not be tried; the output of later ones does not wait for it. */
    public HaltDecision untried(long index, Input input, String error) throws IOException {
        if (closedByReader) {
            return HaltDecision.STOP_NOW;
        }
        failures.addUntried(input, error);
        outOfMemory += error.contains(Outcome.OUT_OF_MEMORY) ? 1 : 0;
        HaltDecision decision = halt.addUntried();
        boolean readable =
                target.isPresent() || print(index, new TaggedOutput(NOTHING, NOTHING, NO_TAG), Optional.empty(), 1);
        return readable ? decision : HaltDecision.STOP_NOW;
    }

    /** Returns whether somebody still reads the output. */
    private boolean print(long index, TaggedOutput output, Optional<EarlyOutput.Due> due, int tries)
            throws IOException {
        try {
            write("standard output", () -> printed.add(index, output, due, tries));
        } catch (ClosedOutputException e) {
            closedByReader = true;
        }
        return !closedByReader;
    }

    private byte[] tag(Input input, int slot) {
        if (settings.tag().isEmpty()) {
            return NO_TAG;
        }
        ByteArrayOutputStream tag = new ByteArrayOutputStream();
        tag.writeBytes(context.expansion().expand(settings.tag(), input, slot));
        tag.write('\t');
        return tag.toByteArray();
    }

    private void remember(EarlyOutput.Due due) throws IOException {
        if (context.journal().isPresent()) {
            Journal journal = context.journal().get();
            write(journal.toString(), () -> journal.record(due.key(), due.success()));
        }
    }

    /** Tells whether the reader of standard output or standard error has gone: the run then ends without a word. */
    public boolean closedByReader() {
        return closedByReader;
    }

    /** The exit code of the run so far, as GNU parallel defines it. */
    public int exitCode() {
        return closedByReader ? ClosedOutputException.EXIT_CODE : halt.exitCode();
    }

    /**
     * Returns what to say at the end of the run on standard error: nothing if all commands ran and succeeded, or if
     * nobody reads.
     */
    public List<String> summary() {
        if (closedByReader || (halt.failed() == 0 && !stoppedEarly())) {
            return closedByReader ? List.of() : left.lines();
        }
        List<String> lines = new ArrayList<>();
        lines.add(halt.failed() == 0 ? "all " + commands(ended()) + " succeeded" : failures());
        for (String failure : failures.lines()) {
            lines.add("  " + failure);
        }
        long others = halt.failed() - failures.lines().size();
        if (others > 0) {
            lines.add("  … and " + others + " more");
        }
        if (!stopped().isEmpty()) {
            lines.add(stopped());
        }
        lines.addAll(left.lines());
        return lines;
    }

    /** The number of commands that have failed so far, with those that could not be tried. */
    public long failed() {
        return halt.failed();
    }

    /** Tells whether commands did not start or end, because a rule or the reader of the output ended the run. */
    public boolean stoppedEarly() {
        long all = context.inputs().getAsLong();
        return closedByReader || !halt.reason().isEmpty() && (all < 0 || all > ended());
    }

    /** How the commands ended, in one sentence; empty if all succeeded. */
    public String conclusion() {
        String failed = halt.failed() == 0 ? "" : failures();
        String why = closedByReader ? "nobody read the output any more" : stopped();
        return failed + (failed.isEmpty() || why.isEmpty() ? "" : "; ") + why;
    }

    private long ended() {
        return halt.succeeded() + halt.failed();
    }

    private String failures() {
        String why = outOfMemory == 0 ? "" : ", " + outOfMemory + " of them out of memory";
        return halt.failed() + " of " + commands(ended()) + " failed" + why;
    }

    /** The rule that stopped the run, or by which failures of a run whose commands have all ended are counted. */
    private String stopped() {
        if (!stoppedEarly()) {
            return halt.failed() > 0 && halt.reason().startsWith("--halt") ? "exit code by " + halt.reason() : "";
        }
        long left = context.inputs().getAsLong() - ended();
        return "stopped early by " + halt.reason() + (left > 0 ? "; " + commands(left) + " did not end" : "");
    }

    private static String commands(long count) {
        return count == 1 ? "1 command" : count + " commands";
    }

    /** Prints what waits for its turn and closes all files, but not the journal, which is its opener's. */
    @Override
    public void close() throws IOException {
        if (finished) {
            return;
        }
        finished = true;
        try {
            if (!closedByReader && !broken) {
                printed.finish();
            }
        } catch (ClosedOutputException e) {
            closedByReader = true;
        } finally {
            closeAll();
        }
    }

    private void closeAll() throws IOException {
        printed.close();
        try {
            if (target.isPresent()) {
                target.get().close();
            }
        } finally {
            if (jobLog.isPresent()) {
                jobLog.get().close();
            }
        }
    }

    /** Counts commands that left files in their own directories, which are gone. Confined to one thread. */
    static final class LeftFiles {
        private long commands;
        private String first = "";

        void add(Outcome outcome) {
            if (outcome.left().length > 0) {
                commands++;
                first = first.isEmpty() ? ByteText.shown(outcome.left()) : first;
            }
        }

        /** One line for people; none if no file was left. */
        List<String> lines() {
            return commands == 0
                    ? List.of()
                    : List.of((commands == 1 ? "1 command" : commands + " commands")
                            + " left files that were not brought back, such as "
                            + first.replaceAll("\\p{Cntrl}", "?") + ": --return '" + pattern() + "'");
        }

        /** A pattern that fits such files: those of the directory, or of the same kind. */
        private String pattern() {
            String name = first.replaceAll("\\p{Cntrl}", "?");
            int dot = name.lastIndexOf('.');
            return name.contains("/")
                    ? name.substring(0, name.lastIndexOf('/')).replaceAll("[0-9]+", "*") + "/*"
                    : dot > 0 ? "*" + name.substring(dot) : "*";
        }
    }
}
