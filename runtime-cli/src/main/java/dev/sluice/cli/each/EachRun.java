package dev.sluice.cli.each;

import dev.sluice.api.Hosted;
import dev.sluice.api.InputFile;
import dev.sluice.app.each.CommandPlace;
import dev.sluice.app.each.EachApplication;
import dev.sluice.app.each.EachMaster;
import dev.sluice.app.each.EachSetup;
import dev.sluice.app.each.RunningCommands;
import dev.sluice.app.each.SampledCommands;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.shell.CommandLimits;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.cli.builtin.BuiltInJar;
import dev.sluice.cli.predict.PredictOptions;
import dev.sluice.cli.predict.PredictedRun;
import dev.sluice.cli.run.ClusterOptions;
import dev.sluice.cli.run.ClusterRun;
import dev.sluice.cli.run.Forwarded;
import dev.sluice.cli.run.Output;
import dev.sluice.cli.run.RunRequest;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.model.schedule.FailureLimit;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Commands that run, or are predicted: the wiring of the application with its inputs. Used once, by one thread. */
final class EachRun {
    private static final long PROGRESS_MILLIS = 10_000;

    /** The directory of the master, in which files of the user are. */
    private static final Path HERE = Path.of("");

    private final EachOptions options;
    private final CommandTerms terms;
    private final InputSpool spool;
    private final List<String> sources;
    private final List<InputFile> files;
    private final List<String> arguments;

    /**
     * @param sources names of the values of inputs
     * @param shown the command for people
     */
    EachRun(EachOptions options, CommandTerms terms, InputSpool spool, List<String> sources, String shown) {
        this.options = options;
        this.terms = terms;
        this.spool = spool;
        this.sources = sources;
        this.files = options.cluster.files.files();
        this.arguments = List.of("--command", shown);
    }

    private EachSetup setup() {
        boolean elsewhere = options.cluster.workers.tellOthers();
        JobOptions jobs = options.jobs;
        boolean own = jobs.wantsOwnDirectory() || jobs.workdir().isEmpty() && (elsewhere || !files.isEmpty());
        return new EachSetup(
                terms,
                CommandLimits.NONE
                        .timeLimit(jobs.timeoutNanos())
                        .tries(jobs.tries())
                        .memory(jobs.memoryBytes()),
                jobs.delayNanos(),
                new CommandPlace(
                        own,
                        own ? "" : jobs.workdir(),
                        files.stream().map(InputFile::name).toList()),
                elsewhere ? "" : ":");
    }

    private static List<Path> jars() throws IOException {
        return List.of(BuiltInJar.of("each", EachApplication.class));
    }

    private Hosted<?, ?, ?> application(EachMaster master) throws Exception {
        Hosted<?, ?, ?> application = Hosted.of(new EachApplication(master));
        Applications.parse(application, arguments);
        application.addFiles(files);
        return application;
    }

    /** Runs a few commands, and says how long all take. Returns the exit code. */
    int predict(CommandSpec spec) throws Exception {
        PredictedRun prediction = new PredictedRun(
                PredictOptions.usual(),
                jars(),
                arguments,
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
        return prediction.run(application(new SampledCommands(setup(), spool)));
    }

    /** Runs all commands. Returns the exit code. */
    int run(PrintWriter err, Instant started) throws Exception {
        OutputSettings settings = options.print.settings(options.again() != null);
        Optional<Journal> journal =
                settings.journal().isPresent() ? Optional.of(Journal.open(settings, HERE)) : Optional.empty();
        try {
            OutputContext context = new OutputContext(
                    OutputContext.standardOutput(),
                    OutputContext.standardError(),
                    HERE,
                    sources,
                    new TextExpansion(terms),
                    journal,
                    spool::count);
            FileHashes hashes = new FileHashes(
                    settings.resumeBy(),
                    HERE,
                    files.stream().map(InputFile::path).toList());
            RunningCommands master = new RunningCommands(
                    setup(),
                    spool,
                    new RunningCommands.Destination(settings, context, hashes),
                    options.print.verbose());
            return run(master, err, started);
        } finally {
            if (journal.isPresent()) {
                journal.get().close();
            }
        }
    }

    private int run(RunningCommands master, PrintWriter err, Instant started) throws Exception {
        RunRequest request = request();
        Hosted<?, ?, ?> application = application(master);
        Output output = Output.of(request.reporting(), err, err);
        ClusterRun run =
                new ClusterRun(request, application, RunTerms.of(application.className(), arguments, started), output);
        run.dropRunning(spool::complete);
        master.stopSoonBy(run::stop);
        RunEnd end = run.run();
        master.end(); // also where the run ended without it
        if (master.closedByReader()) {
            return master.exitCode();
        }
        int code = output.end(end);
        if (!options.print.quiet()) {
            master.summary().forEach(line -> err.println("sluice: " + line));
            err.flush();
        }
        return switch (end.outcome()) {
            case COMPLETE -> master.exitCode();
            case INTERRUPTED -> code;
            default -> EachCommand.OTHER_ERROR;
        };
    }

    private RunRequest request() throws IOException {
        return options.cluster.request(
                new RunRequest.Application(jars(), null, arguments, null),
                new ClusterOptions.Terms(
                        options.print.form(options.cluster.workers.tellOthers()),
                        PROGRESS_MILLIS,
                        new UnitTerms(0, Isolation.OFF),
                        true,
                        FailureLimit.USUAL,
                        false,
                        Forwarded.NONE));
    }
}
