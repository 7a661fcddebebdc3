package dev.sluice.cli.config;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options that are there or not. */
public final class Flags {
    private Flags() {}

    /**
     * A flag that is typed is true, whatever is configured, and {@code --flag=false} unsets one that is configured.
     * picocli by itself would turn round what is configured. It cannot do so for options of groups, which are not
     * configured.
     */
    public static void letBeUnset(CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        List<OptionSpec> options = new ArrayList<>(command.options());
        for (OptionSpec option : options) {
            if (option.group() == null) {
                command.remove(option);
                command.addOption(isFlag(option) ? unsettable(option) : option);
            }
        }
        line.getSubcommands().values().forEach(Flags::letBeUnset);
    }

    private static boolean isFlag(OptionSpec option) {
        return option.type() == boolean.class
                && option.arity().max() == 0
                && !option.usageHelp()
                && !option.versionHelp();
    }

    private static OptionSpec unsettable(OptionSpec option) {
        return OptionSpec.builder(option).fallbackValue("true").build();
    }
}
