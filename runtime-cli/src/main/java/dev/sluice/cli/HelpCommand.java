package dev.sluice.cli;

import dev.sluice.cli.option.LongHelp;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Shows the help of a command: {@code sluice help workers add}. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = "Without COMMAND, lists the commands.",
        exitCodeList = {"0:success", "2:no such command"})
final class HelpCommand implements Runnable {
    @Option(names = "--help-all", description = "show all options of the command, or all commands")
    private boolean all;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "such as run, or workers add")
    private List<String> names = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    HelpCommand() {}

    @Override
    public void run() {
        CommandLine command = spec.root().commandLine();
        for (String name : names) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(name));
            }
            command = next;
        }
        if (command.getCommand() instanceof RenamedCommand renamed) {
            throw renamed.answer(List.of("--help"));
        }
        LongHelp.print(command.getCommandSpec(), all, spec.commandLine().getOut());
    }
}
