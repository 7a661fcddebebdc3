package dev.sluice.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only groups others, such as {@code workers}. */
@Command(mixinStandardHelpOptions = true)
final class CommandGroup implements Runnable {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandGroup() {}

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                spec.name() + ": missing command (expected: "
                        + String.join(", ", spec.subcommands().keySet()) + ")");
    }
}
