package dev.sluice.cli.option;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/** The help of a command that has a short form for {@code --help} and a long one for {@code --help-all}. */
public final class LongHelp {
    /** A section that has a short form has its long form under its key with this suffix. */
    public static final String WHOLE = ".all";

    private LongHelp() {}

    /** Prints the help. */
    public static void print(CommandSpec command, boolean all) {
        if (all) {
            Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
            for (String key : List.copyOf(sections.keySet())) {
                IHelpSectionRenderer whole = sections.get(key + WHOLE);
                if (whole != null) {
                    sections.put(key, whole);
                }
            }
        }
        command.commandLine().usage(command.commandLine().getOut());
    }
}
