package dev.sluice.cli;

import dev.sluice.cli.CommandList.Entry;
import dev.sluice.cli.config.ConfigDefaults;
import dev.sluice.cli.config.ConfigKeys;
import dev.sluice.cli.config.ConfigPlaces;
import dev.sluice.cli.config.Flags;
import dev.sluice.cli.each.EachCommand;
import dev.sluice.cli.each.input.RawArguments;
import dev.sluice.cli.option.LongHelp;
import dev.sluice.cli.process.CommandClock;
import dev.sluice.cli.run.ExitGuard;
import dev.sluice.cli.runs.ResumeCommand;
import dev.sluice.model.Build;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.worker.command.TemporaryDirectory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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
    @Option(names = "--help-all", description = "also list the commands for administrators and developers")
    private boolean helpAll;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    SluiceMaster() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        int code;
        ExitGuard.begin();
        TemporaryDirectory.conclude(System.getenv());
        try {
            code = execute(RawArguments.of(arguments));
        } catch (OutOfMemoryError | LinkageError refused) { // picocli reports exceptions only
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
            return made(List.of(), name -> false);
        }
        String first = words.isEmpty() ? "" : words.get(0);
        List<Entry> all = CommandList.entries();
        List<Entry> named =
                all.stream().filter(each -> words.contains(each.name())).toList();
        boolean begun = !first.equals("help")
                && named.stream().anyMatch(each -> each.name().equals(first));
        return begun ? made(named, words::contains) : RenamedCommand.add(made(all, words::contains));
    }

    /** All commands, with what is configured for them and the errors that they report. */
    public static CommandLine commandLine() {
        return commandLine(ConfigPlaces.ofProcess());
    }

    /** The same with what is configured in these places. */
    public static CommandLine commandLine(ConfigPlaces places) {
        CommandClock.begin();
        return configured(places, RenamedCommand.add(unconfigured()));
    }

    private static CommandLine configured(ConfigPlaces places, CommandLine line) {
        return line.setCommandName(System.getProperty("sluice.command", "java -jar sluice-master.jar"))
                .setDefaultValueProvider(new ConfigDefaults(
                        places, () -> ConfigKeys.of(unconfigured().getCommandSpec())))
                .setExecutionStrategy(parsed -> {
                    requireCommand(parsed);
                    TextWords.require(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler((exception, command, parsed) -> Errors.report(exception, command))
                .setParameterExceptionHandler(Errors::reportUsage);
    }

    /** Refuses a word that is no command, which picocli lets pass where the line asks for help too. */
    private static void requireCommand(ParseResult parsed) {
        for (CommandLine named : parsed.asCommandLineList()) {
            List<String> unknown = named.getUnmatchedArguments();
            if (!named.getSubcommands().isEmpty() && !unknown.isEmpty()) {
                throw new UnmatchedArgumentException(named, unknown);
            }
        }
    }

    /** All commands as they are, for what is written about them. */
    static CommandLine unconfigured() {
        return made(CommandList.entries(), name -> true);
    }

    /** Makes these commands, with their options where {@code whole} accepts the name. */
    private static CommandLine made(List<Entry> commands, Predicate<String> whole) {
        CommandLine line = new CommandLine(new SluiceMaster());
        commands.forEach(each -> add(line, each, whole));
        line.setCaseInsensitiveEnumValuesAllowed(true).setExpandAtFiles(false);
        Flags.letBeUnset(line);
        style(line);
        CommandList.show(line.getCommandSpec());
        return line;
    }

    private static void add(CommandLine parent, Entry entry, Predicate<String> whole) {
        if (entry.isOfScript()) {
            return;
        }
        boolean named = whole.test(entry.name());
        CommandLine made = new CommandLine(
                !named ? CommandSpec.create() : entry.type().isEmpty() ? new CommandGroup() : type(entry));
        describe(made.getCommandSpec().usageMessage(), entry.sentence());
        parent.addSubcommand(entry.name(), made);
        if (named) {
            boolean begun = entry.below().stream().anyMatch(each -> whole.test(each.name()));
            entry.below().stream()
                    .filter(each -> !begun || whole.test(each.name()))
                    .forEach(each -> add(made, each, whole));
            finish(made.getCommandSpec());
        }
    }

    /** Puts the sentence of the list before what the class says. */
    private static void describe(UsageMessageSpec usage, String sentence) {
        String[] more = usage.description();
        String[] all = Arrays.copyOf(more, Math.max(1, more.length));
        all[0] = more.length == 0 ? sentence : sentence + " " + more[0];
        usage.description(all);
    }

    private static Class<?> type(Entry entry) {
        try {
            return Class.forName(SluiceMaster.class.getPackageName() + "." + entry.type());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(entry.toString(), e);
        }
    }

    private static void finish(CommandSpec command) {
        switch (command.name()) {
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
            case "submit", "show" -> command.parser().stopAtPositional(true);
            default -> {
                // has nothing that its annotations do not say
            }
        }
    }

    /** Lets the help of all commands look alike: options in their own order, as wide as the terminal. */
    private static void style(CommandLine command) {
        UsageMessageSpec usage =
                command.getCommandSpec().usageMessage().sortOptions(false).autoWidth(true);
        usage.commandListHeading("%nCommands:%n");
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

    @Override
    public void run() {
        LongHelp.print(spec, helpAll, spec.commandLine().getOut());
    }

    /** Says the versions. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice " + Build.version() + ", Java " + Runtime.version()};
        }
    }
}
