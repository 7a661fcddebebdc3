package dev.sluice.cli;

import dev.sluice.cli.benchmark.BenchmarkCommand;
import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigKeys;
import dev.sluice.cli.config.ConfigPlaces;
import dev.sluice.cli.config.Flags;
import dev.sluice.cli.discover.DiscoverCommand;
import dev.sluice.cli.each.EachCommand;
import dev.sluice.cli.each.OutputCommand;
import dev.sluice.cli.each.input.RawArguments;
import dev.sluice.cli.foreign.check.ChildCheckCommand;
import dev.sluice.cli.history.HistoryCommand;
import dev.sluice.cli.launch.HostsCommand;
import dev.sluice.cli.launch.LaunchCommand;
import dev.sluice.cli.plan.PlanCommand;
import dev.sluice.cli.pool.CancelCommand;
import dev.sluice.cli.pool.PoolCommand;
import dev.sluice.cli.pool.SubmitCommand;
import dev.sluice.cli.predict.PredictCommand;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.cli.project.InstallCommand;
import dev.sluice.cli.project.NewCommand;
import dev.sluice.cli.regimes.RegimesCommand;
import dev.sluice.cli.regret.RegretCommand;
import dev.sluice.cli.run.DrainCommand;
import dev.sluice.cli.run.ExitGuard;
import dev.sluice.cli.run.RunCommand;
import dev.sluice.cli.runs.AttachCommand;
import dev.sluice.cli.runs.LogsCommand;
import dev.sluice.cli.runs.ReportCommand;
import dev.sluice.cli.runs.ResultsCommand;
import dev.sluice.cli.runs.ResumeCommand;
import dev.sluice.cli.runs.RunsCommand;
import dev.sluice.cli.runs.TopCommand;
import dev.sluice.cli.runs.WaitCommand;
import dev.sluice.cli.simulate.SimulateCommand;
import dev.sluice.cli.steer.HandoutCommand;
import dev.sluice.cli.steer.MergeCommand;
import dev.sluice.cli.steer.MoveCommand;
import dev.sluice.cli.steer.ParkCommand;
import dev.sluice.cli.steer.SplitCommand;
import dev.sluice.cli.steer.UnparkCommand;
import dev.sluice.cli.submaster.SubMasterCommand;
import dev.sluice.cli.weather.WeatherCommand;
import dev.sluice.model.Build;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.worker.command.TemporaryDirectory;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /** Commands with their names, in the order of the help. */
    static final List<Map.Entry<String, Class<?>>> COMMANDS = List.of(
            Map.entry("run", RunCommand.class),
            Map.entry("each", EachCommand.class),
            Map.entry("pool", PoolCommand.class),
            Map.entry("submit", SubmitCommand.class),
            Map.entry("cancel", CancelCommand.class),
            Map.entry("new", NewCommand.class),
            Map.entry("launch", LaunchCommand.class),
            Map.entry("drain", DrainCommand.class),
            Map.entry("park", ParkCommand.class),
            Map.entry("unpark", UnparkCommand.class),
            Map.entry("handout", HandoutCommand.class),
            Map.entry("move", MoveCommand.class),
            Map.entry("split", SplitCommand.class),
            Map.entry("merge", MergeCommand.class),
            Map.entry("resume", ResumeCommand.class),
            Map.entry("runs", RunsCommand.class),
            Map.entry("attach", AttachCommand.class),
            Map.entry("wait", WaitCommand.class),
            Map.entry("logs", LogsCommand.class),
            Map.entry("results", ResultsCommand.class),
            Map.entry("report", ReportCommand.class),
            Map.entry("output", OutputCommand.class),
            Map.entry("top", TopCommand.class),
            Map.entry("weather", WeatherCommand.class),
            Map.entry("history", HistoryCommand.class),
            Map.entry("predict", PredictCommand.class),
            Map.entry("plan", PlanCommand.class),
            Map.entry("simulate", SimulateCommand.class),
            Map.entry("regret", RegretCommand.class),
            Map.entry("discover", DiscoverCommand.class),
            Map.entry("regimes", RegimesCommand.class),
            Map.entry("benchmark", BenchmarkCommand.class),
            Map.entry("hosts", HostsCommand.class),
            Map.entry("config", ConfigCommand.class),
            Map.entry("explain", ExplainCommand.class),
            Map.entry("child-check", ChildCheckCommand.class),
            Map.entry("install", InstallCommand.class),
            Map.entry("completion", CompletionCommand.class),
            Map.entry("man", ManCommand.class),
            Map.entry("submaster", SubMasterCommand.class),
            Map.entry("help", CommandLine.HelpCommand.class));

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    SluiceMaster() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        int code;
        TemporaryDirectory.conclude(System.getenv());
        try {
            code = execute(RawArguments.of(arguments));
        } catch (OutOfMemoryError refused) { // picocli reports exceptions only
            code = Errors.report(refused);
        }
        ExitGuard.exit(code);
    }

    static int execute(String... typed) {
        String[] arguments = EachCommand.predicted(typed);
        return configured(ConfigPlaces.ofProcess(), forWords(TypedWords.ofSluice(arguments)))
                .execute(arguments);
    }

    /**
     * The commands that a command line can need. Making the others would take longer than most commands take. A line
     * that begins with none of their names, and {@code help}, get all commands, with the options of those that are
     * named.
     */
    static CommandLine forWords(List<String> words) {
        if (words.equals(List.of("--version"))) {
            return unconfigured(name -> false, name -> false);
        }
        String first = words.isEmpty() ? "" : words.get(0);
        boolean begun = !first.equals("help")
                && COMMANDS.stream().anyMatch(command -> command.getKey().equals(first));
        return unconfigured(begun ? words::contains : name -> true, words::contains);
    }

    /** All commands, with what is configured for them and the errors that they report. */
    public static CommandLine commandLine() {
        return commandLine(ConfigPlaces.ofProcess());
    }

    /** The same with what is configured in these places. */
    public static CommandLine commandLine(ConfigPlaces places) {
        CommandClock.begin();
        return configured(places, unconfigured());
    }

    private static CommandLine configured(ConfigPlaces places, CommandLine line) {
        return line.setCommandName(System.getProperty("sluice.command", "java -jar sluice-master.jar"))
                .setDefaultValueProvider(new ConfigDefaults(
                        places, () -> ConfigKeys.of(unconfigured().getCommandSpec())))
                .setExecutionStrategy(parsed -> {
                    TextWords.require(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler((exception, command, parsed) -> Errors.report(exception, command))
                .setParameterExceptionHandler(Errors::reportUsage);
    }

    /** All commands as they are, for what is written about them. */
    static CommandLine unconfigured() {
        return unconfigured(name -> true, name -> true);
    }

    /**
     * Makes the commands whose names {@code listed} accepts, with their options where {@code whole} accepts the name.
     */
    private static CommandLine unconfigured(Predicate<String> listed, Predicate<String> whole) {
        CommandLine line = new CommandLine(new SluiceMaster());
        for (Map.Entry<String, Class<?>> command : COMMANDS) {
            if (listed.test(command.getKey())) {
                add(line, command.getKey(), command.getValue(), whole.test(command.getKey()));
            }
        }
        line.setCaseInsensitiveEnumValuesAllowed(true).setExpandAtFiles(false);
        Flags.letBeUnset(line);
        style(line);
        CommandSections.group(line.getCommandSpec());
        return line;
    }

    private static void add(CommandLine line, String name, Class<?> type, boolean whole) {
        if (whole) {
            CommandLine made = new CommandLine(type);
            line.addSubcommand(name, made);
            finish(name, made.getCommandSpec());
            return;
        }
        Command command = Objects.requireNonNull(type.getAnnotation(Command.class));
        CommandSpec named = CommandSpec.create().name(name);
        named.usageMessage()
                .header(command.header())
                .description(command.description())
                .hidden(command.hidden());
        line.addSubcommand(name, named);
    }

    private static void finish(String name, CommandSpec command) {
        switch (name) {
            case "run" -> {
                command.usageMessage().footer(policies());
                HelpSections.group(command, HelpSections.RUN);
            }
            case "each" -> {
                command.parser().stopAtPositional(true);
                command.usageMessage().footer(policies());
                HelpSections.group(command, HelpSections.EACH);
            }
            case "resume" -> ((ResumeCommand) command.userObject()).executedBy(SluiceMaster::execute);
            case "submit" -> command.parser().stopAtPositional(true);
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
