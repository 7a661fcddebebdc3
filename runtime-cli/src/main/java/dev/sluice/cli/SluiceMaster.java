package dev.sluice.cli;

import dev.sluice.cli.benchmark.BenchmarkCommand;
import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigKeys;
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
import dev.sluice.model.Build;
import dev.sluice.model.policy.PolicyName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
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
    /** In the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
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
            CommandLine.HelpCommand.class);

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    SluiceMaster() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        ExitGuard.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        Set<String> named = Set.copyOf(TypedWords.ofSluice(arguments));
        return configured(ConfigPlaces.ofProcess(), unconfigured(named::contains))
                .execute(arguments);
    }

    /** All commands, with what is configured for them and the errors that they report. */
    public static CommandLine commandLine() {
        return commandLine(ConfigPlaces.ofProcess());
    }

    /** The same with what is configured in these places. */
    public static CommandLine commandLine(ConfigPlaces places) {
        return configured(places, unconfigured());
    }

    private static CommandLine configured(ConfigPlaces places, CommandLine line) {
        return line.setCommandName(System.getProperty("sluice.command", "java -jar sluice-master.jar"))
                .setDefaultValueProvider(new ConfigDefaults(
                        places, () -> ConfigKeys.of(unconfigured().getCommandSpec())))
                .setExecutionExceptionHandler((exception, command, parsed) -> Errors.report(exception, command))
                .setParameterExceptionHandler(Errors::reportUsage);
    }

    /** All commands as they are, for what is written about them. */
    static CommandLine unconfigured() {
        return unconfigured(name -> true);
    }

    /**
     * The commands of which some have their options. The others have a name and a description only, because making the
     * options of all commands takes longer than most commands.
     */
    private static CommandLine unconfigured(Predicate<String> whole) {
        CommandLine line = new CommandLine(new SluiceMaster());
        for (Class<?> type : COMMANDS) {
            Command command = Objects.requireNonNull(type.getAnnotation(Command.class));
            if (whole.test(command.name())) {
                CommandLine made = new CommandLine(type);
                line.addSubcommand(command.name(), made);
                finish(command.name(), made.getCommandSpec());
            } else {
                CommandSpec named = CommandSpec.create().name(command.name());
                named.usageMessage()
                        .header(command.header())
                        .description(command.description())
                        .hidden(command.hidden());
                line.addSubcommand(command.name(), named);
            }
        }
        line.setCaseInsensitiveEnumValuesAllowed(true);
        Flags.letBeUnset(line);
        style(line);
        CommandSections.group(line.getCommandSpec());
        return line;
    }

    private static void finish(String name, CommandSpec command) {
        switch (name) {
            case "run" -> {
                command.usageMessage().footer(policies());
                HelpSections.group(command);
            }
            case "ask" -> command.usageMessage().footer(AskCommand.names());
            case "config" -> subcommand(command, "show").parser().stopAtPositional(true);
            default -> {
                // has nothing that its annotations do not say
            }
        }
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

    private static CommandSpec subcommand(CommandSpec command, String name) {
        return Objects.requireNonNull(command.subcommands().get(name), name).getCommandSpec();
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
