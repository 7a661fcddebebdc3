package dev.sluice.cli.run;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options about what comes before and after a run. */
final class HookOptions {
    @Option(
            names = "--on-end",
            paramLabel = "COMMAND",
            description = "shell command after the end, with SLUICE_RUN, SLUICE_STATE, SLUICE_UNITS, SLUICE_FAILED, "
                    + "SLUICE_SECONDS, SLUICE_DIRECTORY, … (docs/commands.md); repeatable")
    private List<String> onEnd = List.of();

    @Option(
            names = "--on-fail",
            paramLabel = "COMMAND",
            description = "the same before those, only if the exit code is not 0; repeatable")
    private List<String> onFail = List.of();

    @Option(names = "--after", hidden = true, paramLabel = "DIR", description = "a run that has to succeed first")
    private List<Path> after = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    HookOptions() {}

    EndHooks hooks() {
        return new EndHooks(onEnd, onFail, after);
    }
}
