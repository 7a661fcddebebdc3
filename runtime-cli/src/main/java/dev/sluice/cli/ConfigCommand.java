package dev.sluice.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the configuration. */
@Command(
        name = "config",
        mixinStandardHelpOptions = true,
        description = "Shows configured option values (docs/configuration.md).",
        subcommands = ConfigShowCommand.class)
final class ConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    ConfigCommand() {}

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
