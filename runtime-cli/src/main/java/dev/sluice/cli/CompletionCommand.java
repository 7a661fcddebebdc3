package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options in a shell. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "It completes options and their values too:",
            "  source <(sluice completion bash)",
            "in ~/.bashrc, or the same with zsh in ~/.zshrc."
        })
final class CompletionCommand implements Callable<Integer> {
    /** Shells that the script is for; it tells them apart itself. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    CompletionCommand() {}

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("sluice", SluiceMaster.unconfigured()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
