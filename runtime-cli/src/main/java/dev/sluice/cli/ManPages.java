package dev.sluice.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Prints the sections of picocli's usage help as pages of the manual, in troff with the macros of man(7). */
final class ManPages {
    private static final String[][] SECTIONS = {
        {"SYNOPSIS", UsageMessageSpec.SECTION_KEY_SYNOPSIS},
        {"DESCRIPTION", UsageMessageSpec.SECTION_KEY_DESCRIPTION},
        {"ARGUMENTS", UsageMessageSpec.SECTION_KEY_PARAMETER_LIST},
        {"OPTIONS", UsageMessageSpec.SECTION_KEY_OPTION_LIST},
        {"COMMANDS", UsageMessageSpec.SECTION_KEY_COMMAND_LIST},
        {"NOTES", UsageMessageSpec.SECTION_KEY_FOOTER},
        {"EXIT STATUS", UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST},
    };

    private ManPages() {}

    /**
     * A page for the command and one for each of its subcommands, by the names of their files: {@code sluice-run.1}.
     *
     * @param version shown at the foot of each page
     */
    static Map<String, String> of(CommandLine root, String version) {
        root.setCommandName("sluice").setUsageHelpAutoWidth(false).setUsageHelpWidth(72);
        Map<String, String> pages = new LinkedHashMap<>();
        add(root, version, pages);
        return pages;
    }

    private static void add(CommandLine command, String version, Map<String, String> pages) {
        String name = name(command);
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        Help help = command.getHelpFactory()
                .create(command.getCommandSpec(), CommandLine.Help.defaultColorScheme(Ansi.OFF));
        StringBuilder page = new StringBuilder(String.format(
                ".TH \"%s\" 1 \"\" \"%s\" \"Sluice\"%n.SH NAME%n%s \\- %s%n",
                escaped(name.toUpperCase(Locale.ROOT)),
                escaped(version),
                escaped(name),
                escaped(String.join(" ", usage.description()).replaceFirst("(?s)(\\. |[.:]$).*", ""))));
        for (String[] section : SECTIONS) {
            String text = HelpSections.whole(command.getCommandSpec(), section[1])
                    .render(help)
                    .stripTrailing();
            if (!text.isEmpty()) {
                page.append(".SH ").append(section[0]).append("\n.nf\n");
                text.lines().forEach(line -> page.append(escaped(line)).append('\n'));
                page.append(".fi\n");
            }
        }
        List<String> others = new ArrayList<>();
        if (command.getParent() != null) {
            others.add(reference(command.getParent()));
        }
        for (CommandLine each : command.getSubcommands().values()) {
            if (!each.getCommandSpec().usageMessage().hidden()
                    && !each.getCommandName().equals("help")) {
                others.add(reference(each));
                add(each, version, pages);
            }
        }
        page.append(".SH SEE ALSO\n").append(String.join(",\n", others)).append('\n');
        pages.put(name + ".1", page.toString());
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    private static String reference(CommandLine command) {
        return "\\fB" + escaped(name(command)) + "\\fR(1)";
    }

    /** Text that troff prints as it is; characters beyond ASCII become their numbers. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.startsWith(".") ? "\\&" : "");
        text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("\"", "\\(dq")
                .codePoints()
                .forEach(point ->
                        escaped.append(point < 127 ? Character.toString(point) : String.format("\\[u%04X]", point)));
        return escaped.toString();
    }
}
