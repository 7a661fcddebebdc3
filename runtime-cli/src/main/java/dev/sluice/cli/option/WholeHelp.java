package dev.sluice.cli.option;

import java.util.Map;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The long form of a command's help. Sections that {@code --help} shortens have their long form under the same key with
 * a suffix; {@code --help-all} and the man pages show it.
 */
public final class WholeHelp {
    private static final String SUFFIX = ".all";

    private WholeHelp() {}

    /** Replaces a section by a short form. */
    public static void shorten(
            CommandSpec command, String key, IHelpSectionRenderer whole, IHelpSectionRenderer brief) {
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        sections.put(key + SUFFIX, whole);
        sections.put(key, brief);
    }

    /** The long form of a section, which may be its only one. */
    public static IHelpSectionRenderer section(CommandSpec command, String key) {
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        IHelpSectionRenderer whole = sections.get(key + SUFFIX);
        IHelpSectionRenderer only = whole == null ? sections.get(key) : whole;
        return only == null ? help -> "" : only;
    }

    /** Lets the help of this command have the long form of each section from now on. */
    public static void show(CommandSpec command) {
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        for (String key : sections.keySet().toArray(String[]::new)) {
            if (!key.endsWith(SUFFIX)) {
                sections.put(key, section(command, key));
            }
        }
    }
}
