package dev.sluice.cli.each;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code each} about the commands themselves. */
final class JobOptions {
    private static final double NANOS_PER_SECOND = 1e9;

    @Option(
            names = {"-j", "--jobs", "-P", "--max-procs"},
            paramLabel = "N",
            description =
                    "commands at the same time, on each worker: a number, 0 for many, 50%% of the cores, +2 or -2 "
                            + "(default: as in the hosts file, or all cores)")
    private @Nullable String jobs;

    @Option(
            names = {"--timeout", "--time-limit"},
            paramLabel = "TIME",
            description = "kill a command that runs longer, with all its processes: seconds, or 30s, 5m, 2h")
    private @Nullable String timeout;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "kill a command whose processes together use more memory than this, such as 4G")
    private @Nullable String memory;

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
            names = "--env",
            split = ",",
            paramLabel = "NAME",
            description = "pass this environment variable to the commands, also on other hosts; or NAME=VALUE, which "
                    + "may contain replacement strings; repeatable")
    private List<String> environment = List.of();

    @Option(
            names = {"--workdir", "--wd"},
            paramLabel = "DIR",
            description = "directory of the commands; ... is one of its own for each command (default: the current "
                    + "directory on this machine, one of its own on other hosts)")
    private @Nullable String workdir;

    @Option(
            names = "--return",
            paramLabel = "FILE",
            description = "bring back this file, which the command leaves in its directory; may contain replacement "
                    + "strings; repeatable")
    private List<String> returned = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    JobOptions() {}

    /** Commands at the same time as told; null where they were not. */
    @Nullable
    String jobs() {
        return jobs;
    }

    /** The time limit of a command [ns]; 0 for none. */
    long timeoutNanos() {
        return nanos("--timeout", timeout);
    }

    /** The memory of a command [bytes]; 0 for any. */
    long memoryBytes() {
        return memory == null ? 0 : (long) Quantity.SPACE.of("--memory", memory);
    }

    /** Time between two starts [ns]. */
    long delayNanos() {
        return nanos("--delay", delay);
    }

    int tries() {
        if (retries < 1) {
            throw new SluiceException(ErrorCode.USAGE, "--retries: " + retries + " (expected: 1 or more)");
        }
        return retries;
    }

    /** The directory of the commands; empty where none was told. */
    String workdir() {
        return workdir == null ? "" : workdir;
    }

    List<String> returned() {
        return returned;
    }

    /** NAME=VALUE for each variable; one that is not set is left out. */
    List<String> environment() {
        List<String> variables = new ArrayList<>();
        for (String told : environment) {
            String value = told.contains("=") ? null : System.getenv(told);
            if (told.contains("=")) {
                variables.add(told);
            } else if (value != null) {
                variables.add(told + "=" + value);
            }
        }
        return variables;
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
