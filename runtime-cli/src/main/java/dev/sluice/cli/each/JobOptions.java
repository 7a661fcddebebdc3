package dev.sluice.cli.each;

import dev.sluice.api.unit.UnitProcessors;
import dev.sluice.app.each.CommandNeeds;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.shell.ExitRule;
import dev.sluice.cli.each.input.RawArguments;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.view.Quantity;
import dev.sluice.worker.command.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code each} about the commands themselves. */
final class JobOptions {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST = 1024;
    private static final int MOST_NICE = 19;
    private static final String AUTO = "auto";
    private static final String OWN_DIRECTORY = "...";

    @Option(
            names = {"-j", "--jobs", "-P"},
            paramLabel = "N",
            description =
                    "commands at the same time on each worker (its slots): a number, 0 for many, 50%% of the cores, +2 or -2 "
                            + "(default: all cores)")
    private @Nullable String jobs;

    @Option(
            names = {"--timeout", "--time-limit"},
            paramLabel = "TIME",
            description = "kill a command that runs longer, with all its processes: seconds, or 30s, 5m, 2h")
    private @Nullable String timeout;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description =
                    "cores of each command: a worker runs fewer at the same time; a replacement string such as {2} "
                            + "gives each its own number")
    private @Nullable String cpus;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "memory of each command, such as 4G or {3}: a worker runs as many as fit, and kills one "
                    + "that uses more; auto: it learns")
    private @Nullable String memory;

    @Option(
            names = {"--gpu", "--gpus"},
            paramLabel = "N",
            description = "GPUs that each command needs; it finds their ids in CUDA_VISIBLE_DEVICES")
    private @Nullable Integer gpus;

    @Option(
            names = "--need",
            paramLabel = "NAME=N",
            description = "resource of --resource that each command needs, such as licence=1 or scratch={2}; a name "
                    + "alone is a label; repeatable")
    private List<String> named = List.of();

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "among waiting commands those with the higher number start first: a number or a replacement "
                    + "string, such as {3} (default: 0)")
    private String priority = "";

    @Option(
            names = "--nice",
            paramLabel = "N",
            description = "niceness of the commands, 0 to 19: other programs come first (default: as the worker)")
    private int nice;

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description = "least time between the starts of two commands of a worker: seconds, or 100ms, 2s")
    private @Nullable String delay;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "run a command that fails up to N times (default: ${DEFAULT-VALUE})")
    private int retries = 1;

    @Option(
            names = "--on-exit",
            split = ",",
            paramLabel = "CODE=RULE",
            description = "after this exit code: fail at once; retry, up to 3 times or --retries; or grow, again with "
                    + "twice the --memory")
    private List<String> onExit = List.of();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "begin no command that would not end by then, such as 2026-12-01T08:00; exit 124 "
                    + "(default: the end of its Slurm job, if any)")
    private @Nullable String until;

    @Option(
            names = "--env",
            split = ",",
            paramLabel = "NAME",
            description = "pass this environment variable to the commands, also on other hosts; or NAME=VALUE, which "
                    + "may contain replacement strings; repeatable")
    private List<String> environment = List.of();

    @Option(
            names = {"--workdir", "--wd"},
            paramLabel = "DIR",
            description = "directory of the commands; ... is one of its own for each command (default: the current one "
                    + "here, its own elsewhere)")
    private @Nullable String workdir;

    @Option(
            names = "--tmpdir",
            paramLabel = "DIR",
            description = "directory for temporary files on this machine (default: $TMPDIR, else /tmp)")
    private @Nullable Path temporary;

    @Option(
            names = "--return",
            paramLabel = "FILE",
            description = "bring back this file, directory or pattern from the command's directory; may contain "
                    + "replacement strings; repeatable; without it a command fails")
    private List<String> returned = List.of();

    @Option(
            names = "--return-if-there",
            paramLabel = "FILE",
            description = "as --return, and a command may leave no such file; repeatable")
    private List<String> returnedIfThere = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    JobOptions() {}

    /** Takes the name of xargs for the same option. */
    @Option(names = "--max-procs", hidden = true)
    void maxProcs(String told) {
        jobs = told;
    }

    /** Commands at the same time as told; null where they were not. */
    @Nullable
    String jobs() {
        return jobs;
    }

    /** The time limit of a command [ns]; 0 for none. */
    long timeoutNanos() {
        return nanos("--timeout", timeout);
    }

    /** Returns whether workers learn the memory of the commands, and pack them by it. */
    boolean learnsMemory() {
        return AUTO.equals(memory);
    }

    /** The memory of a command [bytes]; 0 for any, or if each has its own. */
    long memoryBytes() {
        return memory == null || learnsMemory() || single() ? 0 : (long) Quantity.SPACE.of("--memory", memory);
    }

    /** The resources of every command, by which workers have fewer slots; none if each has its own. */
    UnitNeeds needs() {
        return single()
                ? UnitNeeds.NONE
                : new UnitNeeds(
                        cpus == null ? 0 : OptionRange.between("--cpus", cpus(cpus), 1, MOST),
                        memoryBytes(),
                        gpus == null ? 0 : OptionRange.between("--gpu", gpus, 1, MOST));
    }

    /** Tells whether each command has needs of its own, which the master packs. */
    private boolean single() {
        boolean own = !named.isEmpty() || cpus != null && cpus.contains("{") || memory != null && memory.contains("{");
        if (own && gpus != null) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--gpu: " + gpus + ", with --need or needs of single commands (expected: only one of the two)");
        }
        return own;
    }

    private static int cpus(String told) {
        if (!told.matches("[0-9]{1,9}")) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--cpus: " + told + " (expected: 1 to " + MOST + ", or a replacement string)");
        }
        return Integer.parseInt(told);
    }

    /** The resources as commands find them, and what single ones need. */
    CommandNeeds commandNeeds() {
        List<String> single = new ArrayList<>();
        if (single()) {
            if (cpus != null) {
                single.add(Amounts.PROCESSORS + "=" + cpus);
            }
            if (memory != null) {
                single.add(Amounts.MEMORY + "=" + memory);
            }
            for (String each : named) {
                String name = each.contains("=") ? each.substring(0, each.indexOf('=')) : each;
                if (!Amounts.isName(name) || name.equals(Amounts.PROCESSORS) || name.equals(Amounts.MEMORY)) {
                    throw new SluiceException(
                            ErrorCode.USAGE,
                            "--need: " + each + " (expected: NAME=N, such as licence=1; cores and memory have --cpus"
                                    + " and --memory)");
                }
                single.add(each.contains("=") ? each : each + "=0");
            }
        }
        return new CommandNeeds(needs().cpus(), needs().gpus(), encoded(single.stream()), ByteText.bytes(priority));
    }

    /** Time between two starts [ns]. */
    long delayNanos() {
        return nanos("--delay", delay);
    }

    int nice() {
        return OptionRange.between("--nice", nice, 0, MOST_NICE);
    }

    int tries() {
        if (retries < 1) {
            throw new SluiceException(ErrorCode.USAGE, "--retries: " + retries + " (expected: 1 or more)");
        }
        return retries;
    }

    /** The time by which commands are to have ended; null for any. */
    @Nullable
    Instant until() {
        return UntilTime.of(until, System.getenv(), Instant.now());
    }

    /** The rules for exit codes. */
    List<ExitRule> exitRules() {
        try {
            List<ExitRule> rules = ExitRule.of(onExit);
            boolean grows = rules.stream().anyMatch(rule -> rule.then() == ExitRule.Then.GROW);
            if (grows && memory == null) {
                throw new IllegalArgumentException("grow without a limit to begin with (expected: --memory SIZE)");
            }
            return rules;
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.EXIT_RULE_WRONG, "--on-exit: " + wrong.getMessage(), wrong);
        }
    }

    /** Lets temporary files be in the directory that was told; returns the option for other Javas here. */
    List<String> concludeTemporary() {
        if (temporary == null) {
            return List.of();
        }
        if (!TemporaryDirectory.isUsable(temporary)) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--tmpdir: " + temporary + " (expected: a directory that can be written)");
        }
        TemporaryDirectory.use(temporary);
        return List.of("-Djava.io.tmpdir=" + temporary.toAbsolutePath());
    }

    /** Returns whether each command is to have a directory of its own. */
    boolean wantsOwnDirectory() {
        return OWN_DIRECTORY.equals(workdir);
    }

    /** Returns whether files of the commands come back. */
    boolean returnsFiles() {
        return !returned.isEmpty() || !returnedIfThere.isEmpty();
    }

    /** The directory of the commands; empty where none was told. */
    String workdir() {
        return workdir == null ? "" : workdir;
    }

    /** Names of files that come back, with replacement strings. */
    List<byte[]> returned() {
        return encoded(returned.stream());
    }

    /** The same of files that may be missing. */
    List<byte[]> returnedIfThere() {
        return encoded(returnedIfThere.stream());
    }

    private static List<byte[]> encoded(Stream<String> texts) {
        return texts.map(ByteText::bytes).toList();
    }

    /** NAME=VALUE for each variable, with replacement strings; one that is not set is left out. */
    List<byte[]> environment() {
        Stream<String> ofNeeds = Stream.empty();
        if (single() && cpus != null) {
            Stream<String> threads = UnitProcessors.threads(cpus, System.getenv()).entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue());
            ofNeeds = Stream.concat(Stream.of("SLUICE_CPUS=" + cpus), threads);
        }
        return encoded(Stream.concat(ofNeeds, environment.stream().flatMap(JobOptions::variable)));
    }

    private static Stream<String> variable(String told) {
        if (told.contains("=")) {
            return Stream.of(told);
        }
        String value = RawArguments.variable(told);
        return value == null ? Stream.empty() : Stream.of(told + "=" + value);
    }

    /** A plain number is in seconds, as for GNU parallel. */
    private static long nanos(String option, @Nullable String told) {
        if (told == null) {
            return 0;
        }
        if (told.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            return Math.round(Double.parseDouble(told) * NANOS_PER_SECOND);
        }
        return (long) Quantity.DURATION.of(option, told);
    }
}
