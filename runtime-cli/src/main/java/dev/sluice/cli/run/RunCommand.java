package dev.sluice.cli.run;

import dev.sluice.api.Hosted;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.Origin;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.plan.RunPlan;
import dev.sluice.insight.predict.HistoryForecast;
import dev.sluice.master.Jars;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.application.Applications;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.net.message.ApplicationInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs an application: serially, on workers of this machine, or on workers that join. */
@Command(
        name = "run",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Runs an application: serially, on workers of this machine, on hosts that ssh reaches, or on workers"
                        + " that join from others.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the run is complete",
            "1:the application failed, or units were given up",
            "2:wrong use, input or configuration",
            "3:network or security: not to listen there; no host can be used, all for one reason",
            "4:resources: no worker left, no host can be used, no memory, no disk",
            "5:a defect in Sluice",
            "130:stopped by Ctrl-C; what was computed has been delivered",
            "143:stopped by SIGTERM, likewise"
        })
public final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RunCommand() {}

    @Override
    public Integer call() throws Exception {
        Instant started = Instant.now();
        Path jar = options.application;
        if (jar == null) {
            return helpOrComplain();
        }
        List<Path> jars = options.classes.jars(jar);
        Hosted<?, ?, ?> application = Applications.load(jars, options.classes.className);
        if (options.help) {
            usage();
            PrintWriter out = spec.commandLine().getOut();
            out.println();
            out.println("Options of " + application.className() + ":");
            out.print(application.usage("run " + jar + " [OPTIONS] --"));
            out.flush();
            return 0;
        }
        Applications.parse(application, options.arguments);
        Output output = Output.of(
                options, spec.commandLine().getOut(), spec.commandLine().getErr());
        HostSpec elsewhere = elsewhere(jars, output);
        if (elsewhere != null) {
            return runOn(elsewhere, jars, output);
        }
        RunTerms terms = RunTerms.of(application.className(), options.arguments, started);
        if (options.dryRun && !options.serial) {
            new ClusterRun(options, application, jars, terms, output)
                    .byHand(spec.commandLine().getParseResult())
                    .forEach(spec.commandLine().getOut()::println);
            return 0;
        }
        RunEnd end = options.serial
                ? serial(application, jars, terms, output)
                : new ClusterRun(options, application, jars, terms, output).run();
        return output.end(end);
    }

    private RunEnd serial(Hosted<?, ?, ?> application, List<Path> jars, RunTerms terms, Output output)
            throws IOException {
        ApplicationInfo info =
                Jars.open(jars, application.className(), options.arguments).info();
        ApplicationKey key = RunRecord.key(jars.get(0), application.className(), info);
        History history = RunRecord.history(output::say);
        SerialCommand.RunDiary diary = (end, units, seconds) -> {
            if (!options.noHistory) {
                new RunRecord(key, history)
                        .addSerial(RunDirectory.newId(jars.get(0)).text(), terms, end, units, seconds);
            }
        };
        Origin origin = Origin.of(application, info);
        SerialForecast forecast = SerialForecast.of(
                options, origin, output, new HistoryForecast(!options.noHistory, origin, key, history));
        return new SerialCommand(application, terms, output, forecast, diary).run();
    }

    /** The master's host, if that is not this one: as told, or as planned. */
    private @Nullable HostSpec elsewhere(List<Path> jars, Output output) throws IOException, InterruptedException {
        options.plan.check(spec.commandLine().getParseResult());
        options.tree.check(options.plan.asked(), options.serial);
        if (!options.plan.asked()) {
            options.readTree();
            return options.master == null ? null : RemoteRun.host(options, options.master);
        }
        RunPlan plan = RunPlanner.plan(options, jars, output);
        plan.words().forEach(output::say);
        options.planned = plan;
        options.possible = plan.possible();
        options.shape = plan.tree();
        return plan.master();
    }

    private int runOn(HostSpec master, List<Path> jars, Output output) throws Exception {
        RemoteRun run = new RemoteRun(options, master, jars, spec.commandLine().getParseResult(), output);
        if (options.dryRun) {
            run.byHand().forEach(spec.commandLine().getOut()::println);
            return 0;
        }
        return run.run();
    }

    private void usage() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private int helpOrComplain() {
        if (options.help) {
            usage();
            return 0;
        }
        throw new ParameterException(
                spec.commandLine(), "APP: missing (expected: the application's jar, or a name such as mandelbrot)");
    }
}
