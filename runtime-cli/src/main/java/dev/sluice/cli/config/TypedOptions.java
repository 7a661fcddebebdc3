package dev.sluice.cli.config;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The options that a user typed; those that are configured are not among them. */
public final class TypedOptions {
    private TypedOptions() {}

    /** Tells whether this option of a command is typed. */
    public static boolean has(CommandSpec command, String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    /**
     * Refuses options that do not go with others.
     *
     * @param why such as {@code without --wait (expected: both)}
     */
    public static void refuse(CommandSpec command, String why, List<String> options) {
        options.stream().filter(option -> has(command, option)).findFirst().ifPresent(option -> {
            throw new SluiceException(ErrorCode.USAGE, option + ": " + why);
        });
    }
}
