package dev.sluice.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Groups the commands of {@code sluice} by task in its help, each with the first sentence of its description. */
final class CommandSections {
    /** One group per line: its heading and its commands. */
    private static final String GROUPS = """
            Run an application: run new launch join drain weather history submaster
            Plan and predict: predict plan simulate regimes discover benchmark
            Look up: hosts ask config explain help
            Set up: install completion man dist check
            """;

    /** Commands of the script {@code ./sluice} by itself. */
    private static final Map<String, String> OF_SCRIPT = Map.of(
            "join", "Joins a run as a worker.",
            "dist", "Builds the archive and the Debian package for other machines.",
            "check", "Installs what the tests need, then runs all tests and checks.");

    private static final int INDENT = 2;
    private static final int COLUMN = 14;

    private CommandSections() {}

    static void group(CommandSpec root) {
        root.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        root.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandSections::list);
    }

    private static String list(Help help) {
        Map<String, String> left = new LinkedHashMap<>();
        help.commandSpec().subcommands().forEach((name, command) -> left.put(name, sentence(command)));
        if (System.getProperty("sluice.script") != null) {
            boolean checkout = Boolean.getBoolean("sluice.checkout");
            OF_SCRIPT.forEach((name, sentence) -> {
                if (checkout || name.equals("join")) {
                    left.put(name, sentence);
                }
            });
        }
        StringBuilder text = new StringBuilder();
        GROUPS.lines().map(line -> line.split(": ")).forEach(group -> {
            TextTable rows = table(help);
            for (String name : group[1].split(" ")) {
                String sentence = left.remove(name);
                if (sentence != null) {
                    rows.addRowValues(name, sentence);
                }
            }
            text.append(String.format("%n%s:%n%s", group[0], rows));
        });
        TextTable others = table(help);
        left.forEach(others::addRowValues);
        return text + others.toString();
    }

    private static TextTable table(Help help) {
        int width = help.commandSpec().usageMessage().width();
        TextTable table = TextTable.forColumns(
                help.colorScheme(),
                new Column(COLUMN, INDENT, Column.Overflow.SPAN),
                new Column(width - COLUMN, 0, Column.Overflow.WRAP));
        table.indentWrappedLines = 0;
        return table;
    }

    private static String sentence(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        String[] told = usage.header().length > 0 ? usage.header() : usage.description();
        return String.join(" ", told)
                .replaceFirst("(?s)(?<=\\.) .*| \\(.*|:.*", "")
                .strip();
    }
}
