package dev.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The list of commands in the help of {@code sluice}, grouped by task. The script {@code ./sluice} prints the same file
 * of a checkout that is not built yet.
 */
final class CommandSections {
    /** Commands of the script by itself; the last two need a checkout. */
    static final Set<String> OF_SCRIPT = Set.of("join", "check", "dist");

    private static final String FILE = "commands.txt";

    private CommandSections() {}

    static void group(CommandSpec root) {
        root.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        root.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list());
    }

    /** The whole list, with the commands of the script. */
    static String file() {
        try (InputStream file = Objects.requireNonNull(CommandSections.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The command in a line of the list; empty for a heading. */
    static String command(String line) {
        return line.startsWith("  ") ? line.strip().split(" ", 2)[0] : "";
    }

    private static String list() {
        boolean script = System.getProperty("sluice.script") != null;
        boolean checkout = script && Boolean.getBoolean("sluice.checkout");
        StringBuilder text = new StringBuilder();
        file().lines()
                .filter(line -> {
                    String command = command(line);
                    return !OF_SCRIPT.contains(command) || (command.equals("join") ? script : checkout);
                })
                .forEach(line -> text.append(line).append(System.lineSeparator()));
        return text.toString();
    }
}
