package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.app.foreign.ForeignApplication;
import dev.sluice.cli.foresight.PromiseAnswer;
import dev.sluice.cli.foresight.ReturnedRun;
import dev.sluice.cli.foresight.RunExpectation;
import dev.sluice.cli.foresight.SerialForecast;
import dev.sluice.cli.option.StandardOutput;
import dev.sluice.cli.plan.PlanJson;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.cli.process.Signals;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.RunCosts;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.Jars;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.ApplicationInfo;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs an application: serially, on workers of this machine, or on workers that join. */
@Command(
        name = "run",
        description = "Takes all cores of this machine, unless options name hosts for ssh, a Slurm cluster or a pool.",
        exitCodeList = {
            "0:the run is complete",
            "1:the application failed, or some units failed on every worker",
            "2:usage error, wrong input or wrong configuration",
            "3:network or security error: cannot listen, or all hosts failed for one reason",
            "4:out of resources: no workers left, no usable host, no memory or no disk",
            "5:internal error in Sluice",
            "6:the run is complete, but its efficiency is below --require-efficiency, or unknown",
            "7:nothing was started, because the finish time of --by or --within cannot be kept",
            "130:stopped by Ctrl-C; computed results were delivered",
            "143:stopped by SIGTERM; computed results were delivered"
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RunCommand() {}

    @Override
    public Integer call() throws Exception {
        Instant started = Instant.now();
        if (options.foreignSocket != null) {
            options.application.functionsOf(options.foreignSocket);
        }
        Path jar = options.application.jar();
        if (jar == null) {
            return helpOrComplain();
        }
        if (!options.help.isAsked()) {
            options.cluster.prepareHistory();
        }
        try (ExitGuard.Named named = ExitGuard.name(Thread.currentThread(), "the application")) {
            return run(jar, started);
        }
    }

    private int run(Path jar, Instant started) throws Exception {
        PrintStream original = System.out;
        PrintWriter standard = StandardOutput.of(spec.commandLine().getOut(), options.json);
        Hosted<?, ?, ?> application = Applications.load(options.application.jars(jar), options.application.className);
        if (options.help.isAsked()) {
            standard.println("Options of " + application.className() + ":");
            standard.println(described(application));
            options.help.print(spec);
            return 0;
        }
        Applications.parse(application, options.application.arguments);
        application.addFiles(options.cluster.files.files());
        RunRequest asked = options.request(jar, spec.commandLine().getParseResult());
        Output output =
                Output.of(asked.reporting(), standard, spec.commandLine().getErr());
        RunRequest request = placed(asked, output);
        System.setProperty(ForeignApplication.TRUST, String.valueOf(options.trustWorkers || request.isOnThisMachine()));
        RunPlan planned = request.planned();
        if (planned != null && options.dryRun && options.json) {
            standard.println(PlanJson.of(planned.plan(), planned.forecast()));
            standard.flush();
            return 0;
        }
        HostSpec host = request.host();
        if (host != null) {
            return runOn(host, promised(request, output), application, output, original);
        }
        SingleUnit single = options.single();
        if (single != null) {
            Long seed = options.cluster.seed();
            return single.run(
                    application,
                    seed == null ? 0 : seed,
                    options.json,
                    standard,
                    spec.commandLine().getErr());
        }
        Path typed = options.application.typed;
        RunTerms terms = RunTerms.of(
                application.hasOwnProcesses() && typed != null // a program, and no class of the user
                        ? String.valueOf(typed.getFileName())
                        : application.className(),
                options.application.arguments,
                started);
        EndHooks hooks = request.reporting().hooks();
        if (options.isSerial()) {
            return output.end(hooks.around(
                    () -> serial(request, application, terms, output),
                    end -> new EndHooks.Facts("", terms.application(), "", elapsed(started), -1, -1),
                    output::say));
        }
        ClusterRun run = new ClusterRun(promised(request, output), application, terms, output, ClusterRun.Wishes.NONE);
        if (options.dryRun) {
            run.byHand().forEach(spec.commandLine().getOut()::println);
            return 0;
        }
        return output.end(hooks.around(run::run, run::facts, output::say));
    }

    private static double elapsed(Instant started) {
        return Duration.between(started, Instant.now()).toMillis() / 1e3;
    }

    private String described(Hosted<?, ?, ?> application) {
        try {
            return application.usage("run " + options.application.typed + " [OPTIONS] --");
        } catch (ApplicationException failure) {
            throw Applications.failed(failure);
        }
    }

    private static RunEnd serial(RunRequest request, Hosted<?, ?, ?> application, RunTerms terms, Output output)
            throws IOException {
        RunRequest.Application asked = request.application();
        ApplicationInfo info = Jars.open(asked.jars(), application.className(), asked.arguments())
                .info();
        ApplicationKey key = RunRecord.key(asked.jar(), application.className(), info);
        History history = RunRecord.history(output::say);
        boolean known = request.reporting().history();
        RunId id = RunDirectory.newId(asked.jar());
        SerialCommand.RunDiary diary = (end, units, seconds, foretold) -> {
            if (known) {
                new RunRecord(key, history)
                        .addSerial(id.text(), terms, end, new RunRecord.SerialTimes(units, seconds, foretold));
            }
        };
        Origin origin = Origin.of(application, info);
        EarlierOutcomes earlier = known ? EarlierOutcomes.of(history) : EarlierOutcomes.NONE;
        SerialForecast forecast = SerialForecast.of(asked.prediction(), origin, key, earlier, output::say);
        return new SerialCommand(application, terms, request.limits().seed(id), output, forecast, diary).run();
    }

    /** The run with what is expected of its finish time, if one was asked for. */
    private RunRequest promised(RunRequest request, Output output) throws IOException, InterruptedException {
        RunExpectation expected = request.reporting().expected();
        if (expected.due() == null || options.dryRun) {
            return request;
        }
        RunRequest.Application asked = request.application();
        RunCosts.Asked run = new RunCosts.Asked(
                asked.jars(), asked.className(), asked.arguments(), asked.prediction(), options.cluster.files.files());
        PromiseAnswer.Asked open = new PromiseAnswer.Asked(
                request.reporting().forwarded().free(), request.scheduling().active());
        PromiseAnswer.Promised promised = PromiseAnswer.of(expected.due(), request.foresight(), run, open, output::say);
        PlanHandout handout = promised.handout();
        Scheduling scheduling = request.scheduling();
        scheduling = scheduling.active(promised.active());
        return request.with(
                        handout == null ? scheduling : scheduling.with(handout).with(handout.weights()))
                .expecting(expected.by(promised.due(), promised.assumed()));
    }

    private RunRequest placed(RunRequest asked, Output output) throws IOException, InterruptedException {
        if (asked.plan() == null) {
            return asked;
        }
        Path directory = asked.master().directory();
        if (directory != null && !options.dryRun) {
            new RunDirectory(directory, new RunId("run")).check(); // before units are executed for the plan
        }
        RunPlan plan = RunPlanner.plan(asked, asked.plan(), output::say);
        plan.words().forEach(output::say);
        return asked.placed(plan);
    }

    private int runOn(
            HostSpec master, RunRequest request, Hosted<?, ?, ?> application, Output output, PrintStream original)
            throws Exception {
        ReturnedRun returned = new ReturnedRun(
                request.foresight(),
                new ReturnedRun.Program(
                        application.className(), request.application().arguments(), application.hasOwnProcesses()),
                output::say,
                CommandClock::seconds);
        RemoteRun run = new RemoteRun(request, master, output, original, returned);
        if (options.dryRun) {
            run.byHand().forEach(spec.commandLine().getOut()::println);
            return 0;
        }
        Instant began = Instant.now();
        RunEnd end = request.reporting()
                .hooks()
                .around(
                        () -> ended(run.run()),
                        how -> new EndHooks.Facts("", application.className(), run.place(), elapsed(began), -1, -1),
                        output::say);
        return end.exitCode();
    }

    /** The end of a run of which this process knows the exit code alone. */
    private static RunEnd ended(int exitCode) {
        RunEnd.Outcome outcome = exitCode == 0
                ? RunEnd.Outcome.COMPLETE
                : exitCode == Signals.INTERRUPTED ? RunEnd.Outcome.INTERRUPTED : RunEnd.Outcome.FAILED;
        return new RunEnd(outcome, ErrorCode.NONE, exitCode, "", null);
    }

    private int helpOrComplain() {
        if (options.help.isAsked()) {
            options.help.print(spec);
            return 0;
        }
        throw new ParameterException(
                spec.commandLine(), "APP: missing (expected: the application's jar, or a name such as mandelbrot)");
    }
}
