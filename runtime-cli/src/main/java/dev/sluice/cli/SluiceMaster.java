package dev.sluice.cli;

import dev.sluice.cli.benchmark.BenchmarkCommand;
import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigPlaces;
import dev.sluice.cli.config.Flags;
import dev.sluice.cli.discover.DiscoverCommand;
import dev.sluice.cli.history.AskCommand;
import dev.sluice.cli.history.HistoryCommand;
import dev.sluice.cli.launch.HostsCommand;
import dev.sluice.cli.launch.LaunchCommand;
import dev.sluice.cli.plan.PlanCommand;
import dev.sluice.cli.predict.PredictCommand;
import dev.sluice.cli.project.InstallCommand;
import dev.sluice.cli.project.NewCommand;
import dev.sluice.cli.regimes.RegimesCommand;
import dev.sluice.cli.run.DrainCommand;
import dev.sluice.cli.run.ExitGuard;
import dev.sluice.cli.run.RunCommand;
import dev.sluice.cli.simulate.SimulateCommand;
import dev.sluice.cli.submaster.SubMasterCommand;
import dev.sluice.cli.weather.WeatherCommand;
import dev.sluice.master.WarningLog;
import dev.sluice.model.Build;
import dev.sluice.model.policy.PolicyName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** The operator's command: {@code sluice}. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        versionProvider = SluiceMaster.Version.class,
        description = "Runs one computation on every machine you can reach.",
        subcommands = {
            RunCommand.class,
            NewCommand.class,
            LaunchCommand.class,
            DrainCommand.class,
            WeatherCommand.class,
            HistoryCommand.class,
            PredictCommand.class,
            PlanCommand.class,
            SimulateCommand.class,
            DiscoverCommand.class,
            RegimesCommand.class,
            BenchmarkCommand.class,
            HostsCommand.class,
            AskCommand.class,
            ConfigCommand.class,
            ExplainCommand.class,
            InstallCommand.class,
            CompletionCommand.class,
            ManCommand.class,
            SubMasterCommand.class,
            CommandLine.HelpCommand.class
        },
        exitCodeList = {
            "0:success",
            "1:the application failed, or some units failed on every worker",
            "2:usage error, wrong input or wrong configuration",
            "3:network or security error",
            "4:out of resources: no workers left, no memory or no disk",
            "5:internal error in Sluice",
            "130:stopped by Ctrl-C; computed results were delivered",
            "143:stopped by SIGTERM; computed results were delivered"
        })
public final class SluiceMaster implements Runnable {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    SluiceMaster() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        WarningLog.start();
        ExitGuard.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** All commands, with what is configured for them and the errors that they report. */
    public static CommandLine commandLine() {
        return commandLine(ConfigPlaces.ofProcess());
    }

    /** The same with what is configured in these places. */
    public static CommandLine commandLine(ConfigPlaces places) {
        CommandLine line =
                unconfigured().setCommandName(System.getProperty("sluice.command", "java -jar sluice-master.jar"));
        return line.setDefaultValueProvider(new ConfigDefaults(places, line))
                .setExecutionExceptionHandler((exception, command, parsed) -> Errors.report(exception, command))
                .setParameterExceptionHandler(Errors::reportUsage);
    }

    /** All commands as they are, for what is written about them. */
    static CommandLine unconfigured() {
        CommandLine line = new CommandLine(new SluiceMaster()).setCaseInsensitiveEnumValuesAllowed(true);
        Flags.letBeUnset(line);
        style(line);
        subcommand(line, "run").usageMessage().footer(policies());
        HelpSections.group(subcommand(line, "run"));
        subcommand(line, "ask").usageMessage().footer(AskCommand.names());
        subcommand(subcommand(line, "config").commandLine(), "show").parser().stopAtPositional(true);
        return line;
    }

    /** Lets the help of all commands look alike: options in their own order, as wide as the terminal. */
    private static void style(CommandLine command) {
        UsageMessageSpec usage =
                command.getCommandSpec().usageMessage().sortOptions(false).autoWidth(true);
        if (!usage.exitCodeList().isEmpty()) {
            usage.exitCodeListHeading("%nExit codes:%n");
        }
        command.getSubcommands().values().forEach(SluiceMaster::style);
    }

    /** One line per policy on how it works. */
    private static String[] policies() {
        List<String> lines = new ArrayList<>(List.of("", "Policies (docs/policies.md says when to choose which):"));
        for (PolicyName policy : PolicyName.values()) {
            lines.add(String.format("  %-6s%s", policy, policy.sentence()));
        }
        return lines.toArray(String[]::new);
    }

    private static CommandSpec subcommand(CommandLine line, String name) {
        return Objects.requireNonNull(line.getSubcommands().get(name), name).getCommandSpec();
    }

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        spec.commandLine().usage(out);
    }

    /** Says the versions. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice " + Build.version() + ", Java " + Runtime.version()};
        }
    }
}
