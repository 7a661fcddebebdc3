package dev.sluice.cli.option;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for help of a command that has a short form of it and a long one. */
public final class LongHelp {
    /** A section that has a short form has its long form under its key with this suffix. */
    public static final String WHOLE = ".all";

    @Option(
            names = {"-h", "--help"},
            description = "show the ten most used options; with APP, also those of the application")
    private boolean help;

    @Option(names = "--help-all", description = "show all options and the scheduling policies")
    private boolean helpAll;

    public LongHelp() {}

    /** Tells whether the user asks for help. */
    public boolean isAsked() {
        return help || helpAll;
    }

    /** Prints the help. */
    public void print(CommandSpec command) {
        print(command, helpAll, command.commandLine().getOut());
    }

    /** Prints the help of a command, whole or in its short form. */
    public static void print(CommandSpec command, boolean all, PrintWriter out) {
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        for (String key : List.copyOf(sections.keySet())) {
            IHelpSectionRenderer whole = sections.get(key + WHOLE);
            if (all && whole != null) {
                sections.put(key, whole);
            }
        }
        command.commandLine().usage(out);
    }
}
