package dev.sluice.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The manual: a page for the command, and one for each of its subcommands. */
final class ManPages {
    private ManPages() {}

    /**
     * Pages by the names of their files, such as {@code sluice-run.1}.
     *
     * @param version shown at the foot of each
     */
    static Map<String, String> of(CommandSpec root, String version) {
        Map<String, String> pages = new LinkedHashMap<>();
        add(root, "sluice", version, pages);
        return pages;
    }

    private static void add(CommandSpec command, String name, String version, Map<String, String> pages) {
        pages.put(name + ".1", new ManPage(command, name, version).text());
        for (Map.Entry<String, CommandLine> each : command.subcommands().entrySet()) {
            CommandSpec below = each.getValue().getCommandSpec();
            if (!below.usageMessage().hidden() && !below.name().equals("help")) {
                add(below, name + "-" + each.getKey(), version, pages);
            }
        }
    }
}
