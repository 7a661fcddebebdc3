package dev.sluice.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Groups the options of {@code run} by task in its help; the ten that most users need come first. */
final class HelpSections {
    /** One group per line: its heading and its options. */
    private static final String RUN = """
            Most used: --local --hosts --host --slots --policy --keep-going --json --quiet --dry-run --help
            Workers and master: --ssh --listen --slurm --slurm-options --worker-jar --worker-java-options --master --tree
            Planning and prediction: --plan --view --master-computes --min-gain --prediction --require-efficiency
            Scheduling: --serial --weights --prefetch --speculation
            Failures: --max-failures --unit-timeout --isolate --unit --cycle
            Results and network: --result-memory --result-disk --congestion --probe-bytes --io-threads --transport --insecure
            Application: --class --class-path
            Output and files: --progress --run-dir --run-file --no-history
            """;

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
        RUN.lines().map(line -> line.split(": ")).forEach(group -> {
            List<OptionSpec> options =
                    Stream.of(group[1].split(" ")).map(left::remove).toList();
            text.append(section(help, group[0], options));
        });
        return left.isEmpty() ? text.toString() : text + section(help, "Other", List.copyOf(left.values()));
    }

    private static String section(Help help, String heading, List<OptionSpec> options) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addAllOptions(options, help.parameterLabelRenderer());
        return String.format("%n%s:%n%s", heading, layout);
    }
}
