package dev.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands of {@code sluice} by task, as {@code commands.txt} lists them: a line is a heading, or a command with a
 * sentence about it and its class in brackets. A command without a class is a group, and its own commands follow
 * further in. The last section is for administrators and developers. {@code ./sluice} prints the same file of a
 * checkout that is not built yet.
 */
final class CommandList {
    private static final String FILE = "commands.txt";

    /** In place of a class: the command is the script's. */
    private static final String SCRIPT = "./sluice";

    private static final List<String> LINES = read();

    private CommandList() {}

    /**
     * A command.
     *
     * @param type its class, below this package; empty for a group
     * @param below the commands of a group
     */
    record Entry(String name, String sentence, String type, List<Entry> below) {
        boolean isOfScript() {
            return type.equals(SCRIPT);
        }
    }

    /** All commands in the order of the help, also those of the script. */
    static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (String line : LINES) {
            if (line.startsWith("    ")) {
                entries.get(entries.size() - 1).below().add(entry(line));
            } else if (line.startsWith("  ")) {
                entries.add(entry(line));
            }
        }
        return entries;
    }

    private static Entry entry(String line) {
        String text = shown(line).strip();
        int end = text.indexOf(' ');
        String type = line.endsWith("]") ? line.substring(line.lastIndexOf('[') + 1, line.length() - 1) : "";
        return new Entry(text.substring(0, end), text.substring(end).strip(), type, new ArrayList<>());
    }

    /** A line without its class. */
    private static String shown(String line) {
        return line.endsWith("]") ? line.substring(0, line.lastIndexOf(" [")) : line;
    }

    /** Lets the help of {@code sluice} show the list, and its long help that for administrators and developers too. */
    static void show(CommandSpec root) {
        root.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        HelpSections.shorten(root, UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> text(true), help -> text(false));
    }

    private static String text(boolean whole) {
        boolean script = System.getProperty("sluice.script") != null;
        boolean checkout = script && Boolean.getBoolean("sluice.checkout");
        int last = LINES.lastIndexOf("");
        StringBuilder text = new StringBuilder();
        for (String line : whole ? LINES : LINES.subList(0, last)) {
            boolean works = !line.endsWith("[" + SCRIPT + "]") || (line.startsWith("  join ") ? script : checkout);
            if (works && !line.startsWith("    ")) {
                text.append(shown(line)).append(System.lineSeparator());
            }
        }
        return whole
                ? text.toString()
                : text
                        + String.format(
                                "%n--help-all also lists commands for administrators and developers; one of them, "
                                        + "'explain E246',%nexplains an error.%n");
    }

    private static List<String> read() {
        try (InputStream file = Objects.requireNonNull(CommandList.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
