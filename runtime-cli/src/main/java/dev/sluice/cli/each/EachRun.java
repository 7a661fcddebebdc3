package dev.sluice.cli.each;

import dev.sluice.api.Hosted;
import dev.sluice.api.InputFile;
import dev.sluice.app.each.EachApplication;
import dev.sluice.app.each.EachMaster;
import dev.sluice.app.each.RunningCommands;
import dev.sluice.app.each.SampledCommands;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.Expansion;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.app.each.template.TextTemplate;
import dev.sluice.cli.builtin.BuiltInJar;
import dev.sluice.cli.predict.PredictedRun;
import dev.sluice.cli.predict.PredictionRequest;
import dev.sluice.cli.run.ClusterRun;
import dev.sluice.cli.run.Output;
import dev.sluice.cli.run.RunRequest;
import dev.sluice.cli.runs.EachName;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.UnitOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Commands that run, or are predicted: the wiring of the application with its inputs. Used once, by one thread. */
final class EachRun {
    /** The directory of the master, in which files of the user are. */
    private static final Path HERE = Path.of("");

    private final EachTerms terms;
    private final CommandTerms commands;
    private final InputSpool spool;
    private final List<String> sources;

    /** @param sources names of the values of inputs */
    EachRun(EachTerms terms, CommandTerms commands, InputSpool spool, List<String> sources) {
        this.terms = terms;
        this.commands = commands;
        this.spool = spool;
        this.sources = sources;
    }

    /**
     * The application of {@code each}.
     *
     * @param shown the command for people
     * @param inputs what tells them from others
     */
    static RunRequest.Application application(String shown, String inputs) throws IOException {
        List<Path> jars = List.of(BuiltInJar.of("each", EachApplication.class));
        return new RunRequest.Application(jars, null, List.of("--command", shown, "--inputs", inputs), null);
    }

    private Hosted<?, ?, ?> application(EachMaster master) throws Exception {
        Hosted<?, ?, ?> application = Hosted.of(new EachApplication(master));
        Applications.parse(application, terms.request().application().arguments());
        application.addFiles(terms.files());
        return application;
    }

    /** Runs a few commands, and says how long all take. Returns the exit code. */
    int predict(PredictionRequest request, PrintWriter out, PrintWriter err) throws Exception {
        SampledCommands sampled = new SampledCommands(terms.setup(), spool);
        if (sampled.await(0) == 0) {
            err.println("sluice: nothing to do: there are no inputs");
            err.flush();
            return 0;
        }
        RunRequest.Application asked = terms.request().application();
        PredictedRun prediction = new PredictedRun(request, terms.request().foresight(), asked.arguments(), out, err);
        return prediction.run(application(sampled));
    }

    /** Runs all commands. Returns the exit code. */
    int run(PrintWriter err, Instant started) throws Exception {
        OutputSettings settings = terms.output();
        Optional<Journal> journal =
                settings.journal().isPresent() ? Optional.of(Journal.open(settings, HERE)) : Optional.empty();
        try {
            OutputContext context = new OutputContext(
                    OutputContext.standardOutput(),
                    OutputContext.standardError(),
                    HERE,
                    sources,
                    new TextExpansion(commands),
                    journal,
                    () -> -1);
            FileHashes hashes = new FileHashes(
                    settings.resumeBy(),
                    HERE,
                    terms.files().stream().map(InputFile::path).toList());
            RunningCommands master = new RunningCommands(
                    terms.setup(), spool, new RunningCommands.Destination(settings, context, hashes), terms.verbose());
            return run(master, err, started);
        } finally {
            if (journal.isPresent()) {
                journal.get().close();
            }
        }
    }

    private int run(RunningCommands master, PrintWriter err, Instant started) throws Exception {
        RunRequest request = terms.request();
        Hosted<?, ?, ?> application = application(master);
        Output output = Output.of(request.reporting(), err, err);
        ClusterRun run = new ClusterRun(
                request,
                application,
                RunTerms.of(
                        EachName.of(request.application().arguments().get(1)),
                        request.application().arguments(),
                        started),
                output,
                new ClusterRun.Wishes(
                        0,
                        spool::complete,
                        told -> concluded(master, explained(told)),
                        left(),
                        master::failed,
                        live(master)));
        master.stopSoonBy(run::stop);
        master.newsTo(line -> {
            if (!terms.quiet()) {
                err.println("sluice: " + line);
                err.flush();
            }
        });
        RunEnd end = request.reporting()
                .hooks()
                .around(
                        () -> {
                            RunEnd how = run.run();
                            EachRuns.deleteOld();
                            master.end(); // also where the run ended without it
                            return how;
                        },
                        run::facts,
                        output::say);
        if (master.closedByReader()) {
            return master.exitCode();
        }
        if (end.code() != ErrorCode.NONE || !master.stoppedEarly()) { // else the summary says it
            output.end(end);
        }
        if (!terms.quiet()) {
            master.summary().forEach(line -> err.println("sluice: " + line));
            err.flush();
        }
        return end.exitCode();
    }

    /** The time that is left; null for any. */
    private @Nullable Duration left() {
        Instant until = terms.until();
        return until == null ? null : Duration.between(Instant.now(), until);
    }

    /** The receiver of what commands print while they run; null where they are printed afterwards. */
    private @Nullable Consumer<UnitOutput> live(RunningCommands master) {
        if (terms.live() == Live.NONE) {
            return null;
        }
        master.live(terms.live() == Live.LINES);
        return output ->
                master.printed(output.cycle(), output.unit(), output.stream(), output.offset(), output.bytes());
    }

    /** The end of a run of commands, which is not that of its units: a command that fails is a computed unit. */
    private static RunEnd concluded(RunningCommands master, RunEnd end) {
        long failed = master.failed();
        if (end.outcome() == RunEnd.Outcome.FAILED) {
            return end.ofCommands(failed, EachCommand.OTHER_ERROR);
        }
        boolean signalled = end.exitCode() != 0; // else the commands' own end stopped the run
        if (end.outcome() == RunEnd.Outcome.INTERRUPTED && signalled && !master.closedByReader()) {
            return end.ofCommands(failed, end.exitCode());
        }
        RunEnd.Outcome outcome = master.stoppedEarly() ? RunEnd.Outcome.INTERRUPTED : RunEnd.Outcome.COMPLETE;
        return new RunEnd(outcome, ErrorCode.NONE, 0, master.conclusion(), null).ofCommands(failed, master.exitCode());
    }

    /** Names the trouble with inputs and files of the user without the stack of an application's defect. */
    private static RunEnd explained(RunEnd end) {
        Throwable root = end.cause() == null ? null : end.cause().getCause();
        if (root instanceof IOException trouble && trouble.getMessage() != null) {
            SluiceException known = Refusals.of(trouble);
            return RunEnd.failed(known.code(), String.valueOf(known.getMessage()));
        }
        return end;
    }

    /**
     * Replaces the replacement strings of the few texts of a run, each of which is parsed once. Confined to one thread.
     */
    private static final class TextExpansion implements Expansion {
        private final CommandTerms terms;
        private final Map<String, TextTemplate> templates = new HashMap<>();

        TextExpansion(CommandTerms terms) {
            this.terms = terms;
        }

        @Override
        public byte[] expand(String text, Input input, int slot) {
            return templates
                    .computeIfAbsent(text, each -> TextTemplate.of(ByteText.bytes(each), terms))
                    .expand(input, slot);
        }
    }
}
