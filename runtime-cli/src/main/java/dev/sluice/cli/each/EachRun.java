package dev.sluice.cli.each;

import dev.sluice.api.Hosted;
import dev.sluice.app.each.CommandPlace;
import dev.sluice.app.each.EachApplication;
import dev.sluice.app.each.EachSetup;
import dev.sluice.app.each.RunningCommands;
import dev.sluice.app.each.SampledCommands;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.output.FileHashes;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.shell.CommandLimits;
import dev.sluice.app.each.template.CommandTemplate;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.app.each.template.TextTemplate;
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
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** One run of {@code each}, from its options to its exit code. Used once, by one thread. */
final class EachRun {
    private static final long PROGRESS_MILLIS = 10_000;

    private final EachOptions options;
    private final CommandSpec spec;
    private final Instant started;

    EachRun(EachOptions options, CommandSpec spec, Instant started) {
        this.options = options;
        this.spec = spec;
        this.started = started;
    }

    int run() throws Exception {
        Path here = Path.of("");
        int at = options.words.indexOf(":::");
        List<String> cmd = at < 0 ? options.words : options.words.subList(0, at);
        CommandTerms terms = CommandTerms.of(
                cmd.stream().map(w -> w.getBytes(StandardCharsets.UTF_8)).toList());
        CommandTemplate template = CommandTemplate.of(terms);
        try (InputSpool spool = new InputSpool(Path.of(System.getProperty("java.io.tmpdir")))) {
            if (at >= 0) {
                for (String w : options.words.subList(at + 1, options.words.size())) {
                    spool.add(List.of(w.getBytes(StandardCharsets.UTF_8)));
                }
                spool.publish();
                spool.complete();
            } else {
                Thread t = new Thread(() -> {
                    try (var in = new java.io.BufferedReader(
                            new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            spool.add(List.of(line.getBytes(StandardCharsets.UTF_8)));
                            if (!in.ready()) spool.publish();
                        }
                        spool.publish();
                    } catch (IOException e) {
                        spool.fail(String.valueOf(e.getMessage()));
                    }
                    spool.complete();
                });
                t.setDaemon(true);
                t.start();
            }
            if (options.dryRun) {
                return print(template, spool);
            }
            return options.predict ? predict(terms, spool) : run(terms, spool);
        }
    }

    /** Prints the commands. Returns the exit code. */
    private static int print(CommandTemplate template, InputSpool spool) throws IOException, InterruptedException {
        OutputStream out = new java.io.BufferedOutputStream(OutputContext.standardOutput());
        for (long next = 0; ; ) {
            long there = Math.max(spool.await(next), spool.count());
            if (there == next) {
                out.flush();
                return 0;
            }
            for (; next < there; next++) {
                out.write(template.shown(spool.get(next), 1));
                out.write('\n');
            }
        }
    }

    private EachSetup setup(CommandTerms terms) {
        boolean elsewhere = options.cluster.workers.tellOthers();
        CommandLimits limits =
                CommandLimits.NONE.timeLimit(options.jobs.timeoutNanos()).tries(options.jobs.tries());
        String workdir = options.jobs.workdir();
        boolean own = workdir.equals("...") || workdir.isEmpty() && elsewhere;
        return new EachSetup(
                terms,
                limits,
                options.jobs.delayNanos(),
                new CommandPlace(own, own ? "" : workdir, List.of()),
                elsewhere ? "" : ":");
    }

    private List<String> arguments() {
        return List.of("--command", String.join(" ", options.words));
    }

    private int predict(CommandTerms terms, InputSpool spool) throws Exception {
        Hosted<?, ?, ?> application = Hosted.of(new EachApplication(new SampledCommands(setup(terms), spool)));
        List<String> arguments = arguments();
        Applications.parse(application, arguments);
        return new PredictedRun(
                        PredictOptions.usual(),
                        List.of(BuiltInJar.of("each", EachApplication.class)),
                        arguments,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .run(application);
    }

    private int run(CommandTerms terms, InputSpool spool) throws Exception {
        OutputSettings settings = options.print.settings();
        Path here = Path.of("");
        Optional<Journal> journal =
                settings.journal().isPresent() ? Optional.of(Journal.open(settings, here)) : Optional.empty();
        OutputContext context = new OutputContext(
                OutputContext.standardOutput(),
                OutputContext.standardError(),
                here,
                List.of(),
                (text, input, slot) -> TextTemplate.of(text.getBytes(StandardCharsets.UTF_8), terms)
                        .expand(input, slot),
                journal,
                spool::count);
        FileHashes files = new FileHashes(settings.resumeBy(), here, List.of());
        RunningCommands master =
                new RunningCommands(setup(terms), spool, settings, context, files, options.print.verbose());
        List<String> arguments = arguments();
        Hosted<?, ?, ?> application = Hosted.of(new EachApplication(master));
        Applications.parse(application, arguments);
        RunRequest request = options.cluster.request(
                new RunRequest.Application(
                        List.of(BuiltInJar.of("each", EachApplication.class)), null, arguments, null),
                new ClusterOptions.Terms(
                        options.print.form(options.cluster.workers.tellOthers()),
                        PROGRESS_MILLIS,
                        new UnitTerms(0, Isolation.OFF),
                        true,
                        FailureLimit.USUAL,
                        false,
                        Forwarded.NONE));
        PrintWriter err = spec.commandLine().getErr();
        Output output = Output.of(request.reporting(), err, err);
        ClusterRun run =
                new ClusterRun(request, application, RunTerms.of(application.className(), arguments, started), output);
        run.dropRunning(spool::complete);
        master.stopSoonBy(run::stop);
        RunEnd end = run.run();
        journal.ifPresent(j -> {
            try {
                j.close();
            } catch (IOException e) {
            }
        });
        int code = output.end(end);
        for (String line : master.summary()) {
            err.println("sluice: " + line);
        }
        err.flush();
        return end.outcome() == RunEnd.Outcome.COMPLETE ? master.exitCode() : code;
    }
}
