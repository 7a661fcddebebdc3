package dev.sluice.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Groups the options of {@code run} by task in its help; the ten that most users need come first. */
final class HelpSections {
    private static final Map<String, List<String>> RUN = new LinkedHashMap<>();

    static {
        RUN.put(
                "Most used",
                List.of(
                        "--local",
                        "--hosts",
                        "--host",
                        "--slots",
                        "--policy",
                        "--keep-going",
                        "--json",
                        "--quiet",
                        "--dry-run",
                        "--help"));
        RUN.put(
                "Workers and master",
                List.of(
                        "--ssh",
                        "--listen",
                        "--slurm",
                        "--slurm-options",
                        "--worker-jar",
                        "--worker-java-options",
                        "--master",
                        "--tree"));
        RUN.put(
                "Planning and prediction",
                List.of("--plan", "--view", "--master-computes", "--min-gain", "--prediction"));
        RUN.put("Scheduling", List.of("--serial", "--weights", "--prefetch", "--speculation"));
        RUN.put("Failures", List.of("--unit-timeout", "--isolate"));
        RUN.put(
                "Results and network",
                List.of(
                        "--result-memory",
                        "--result-disk",
                        "--congestion",
                        "--probe-bytes",
                        "--io-threads",
                        "--insecure"));
        RUN.put("Application", List.of("--class", "--class-path"));
        RUN.put("Output and files", List.of("--progress", "--run-dir", "--run-file", "--no-history"));
    }

    private HelpSections() {}

    /** Lets the help of a command show its options in groups. */
    static void group(CommandSpec run) {
        run.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpSections::options);
    }

    private static String options(Help help) {
        Map<String, OptionSpec> left = new LinkedHashMap<>();
        help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> left.put(option.longestName(), option));
        StringBuilder text = new StringBuilder();
        RUN.forEach((heading, names) -> {
            List<OptionSpec> options = new ArrayList<>();
            names.forEach(name -> options.add(left.remove(name)));
            text.append(section(help, heading, options));
        });
        return left.isEmpty() ? text.toString() : text + section(help, "Other", new ArrayList<>(left.values()));
    }

    private static String section(Help help, String heading, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addAllOptions(options, help.parameterLabelRenderer());
        return String.format("%n%s:%n%s", heading, layout);
    }
}
