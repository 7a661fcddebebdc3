package dev.sluice.cli;

import dev.sluice.cli.option.LongHelp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Groups the options of {@code run} and {@code each} by task in their long help; those that most users need are the
 * short one.
 */
final class HelpSections {
    /** The options of {@code run}, one group per line: its heading and its options. */
    static final String RUN = """
        Most used: --local --slots --hosts --slurm --listen --plan --keep-going --run-dir --json --dry-run
        Workers and master: --pool --host --ssh --slurm-options --worker-jar --worker-java-options --master --tree
        Planning: --goal --view --as-written --prediction --require-efficiency --by --within --best-effort
        Scheduling: --policy --weights --speculation --active --tune --resource --seed
        Failures: --max-failures --unit-timeout --isolate --memory --pin --unit --journal --on-end --on-fail
        Data: --file --space --delivery --network --insecure
        Application: --class --class-path --interpreter --trust-workers
        Output and files: --web --quiet --progress --run-file --trace-units --no-history --help --help-all
        """;

    /** The same of {@code each}. */
    static final String EACH = """
        Most used: --jobs --keep-order --tag --joblog --resume --retry-failed --results --time-limit --hosts --file --slurm --dry-run
        Inputs: --arg-file --each-line --columns --from-json --null --delimiter --colsep --header --trim --no-run-if-empty --skip-first-line --eof --xapply --shuf
        Inputs of a command: --max-replace-args --max-lines -m --in-context --xargs --max-chars --replace --quote --spreadstdin --block-size --recend --recstart --regexp --records
        Commands: --cpus --memory --need --priority --gpus --pin --nice --retries --delay --env --workdir --return --return-if-there --predict
        Output: --tagstring --line-buffer --ungroup --output --verbose --progress --table --silent
        Stopping and resuming: --halt --max-failures --resume-failed --resume-by --on-exit --until --on-end --on-fail
        Workers: --pool --local --slots --host --sshlogin --sshloginfile --ssh --slurm-options --listen --tree --worker-jar --worker-java-options
        Scheduling: --policy --weights --speculation --active --require-efficiency --resource --seed
        Data: --space --delivery --network --insecure
        Records: --tmpdir --run-dir --run-file --web --trace-units --no-history --help --help-all
        """;

    private HelpSections() {}

    /** Lets the help of a command show the most used options, and its long help all of them in groups. */
    static void group(CommandSpec command, String groups) {
        shorten(
                command,
                UsageMessageSpec.SECTION_KEY_OPTION_LIST,
                help -> options(help, groups),
                help -> mostUsed(help, groups));
        shorten(
                command,
                UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                help -> help.synopsis(help.synopsisHeadingLength()),
                Help::abbreviatedSynopsis);
        shorten(command, UsageMessageSpec.SECTION_KEY_FOOTER, Help::footer, help -> "");
    }

    /** Replaces a section by a short form; the long one stays under the same key with a suffix. */
    static void shorten(CommandSpec command, String key, IHelpSectionRenderer whole, IHelpSectionRenderer brief) {
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        sections.put(key + LongHelp.WHOLE, whole);
        sections.put(key, brief);
    }

    /** The long form of a section, which may be its only one. */
    static IHelpSectionRenderer whole(CommandSpec command, String key) {
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        IHelpSectionRenderer whole = sections.get(key + LongHelp.WHOLE);
        IHelpSectionRenderer only = whole == null ? sections.get(key) : whole;
        return only == null ? help -> "" : only;
    }

    private static String mostUsed(Help help, String groups) {
        String[] group = groups.lines().findFirst().orElseThrow().split(": ");
        List<OptionSpec> options = Stream.of(group[1].split(" "))
                .map(name -> help.commandSpec().findOption(name))
                .toList();
        long others = help.commandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .count()
                - options.size();
        return section(help, group[0], options)
                + String.format("%n--help-all shows the other %d options, and the scheduling policies.%n", others);
    }

    private static String options(Help help, String groups) {
        Map<String, OptionSpec> left = new LinkedHashMap<>();
        help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> left.put(option.longestName(), option));
        StringBuilder text = new StringBuilder();
        groups.lines().map(line -> line.split(": ")).forEach(group -> {
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
