package dev.sluice.launch.slurm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One task of an array job, or a whole job, as printed by {@code scontrol --oneliner show job}.
 *
 * @param index in the array; 0 for a job without an array
 * @param state Slurm's word, such as RUNNING
 * @param reason why it waits or has ended, in Slurm's words
 * @param node where it runs or ran; empty before
 * @param exitCode 128 and the number of the signal if one ended it
 * @param end its time limit, such as 2026-11-21T20:15:00, or Unknown
 */
record SlurmTask(int index, String state, String reason, String node, int exitCode, String end) {
    private static final int SIGNALLED = 128;
    private static final int SIGTERM = 15;

    private static final Set<String> WAITING =
            Set.of("PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "SPECIAL_EXIT");
    private static final Set<String> ENDED = Set.of(
            "BOOT_FAIL",
            "CANCELLED",
            "COMPLETED",
            "DEADLINE",
            "FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "REVOKED",
            "TIMEOUT");

    private static final Pattern EXIT = Pattern.compile("([0-9]+):([0-9]+)");

    /** Parses all tasks in scontrol's output: a line for each task that has started, one for all others together. */
    static List<SlurmTask> parse(String text) {
        List<SlurmTask> tasks = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            if (line.startsWith("JobId=")) {
                BitSet indices = indices(value(line, "ArrayTaskId"));
                indices.stream().forEach(index -> tasks.add(of(line, index)));
            }
        }
        return tasks;
    }

    private static SlurmTask of(String line, int index) {
        String node = value(line, "NodeList");
        return new SlurmTask(
                index,
                value(line, "JobState"),
                value(line, "Reason"),
                node.equals("(null)") ? "" : node,
                exitCode(value(line, "ExitCode")),
                value(line, "EndTime"));
    }

    /** Takes the first match, which is Slurm's: the user's own words follow it. */
    private static String value(String line, String key) {
        Matcher matcher = Pattern.compile(" " + key + "=(\\S*)").matcher(line);
        return matcher.find() ? SlurmWords.printable(matcher.group(1)) : "";
    }

    private static int exitCode(String text) {
        Matcher matcher = EXIT.matcher(text);
        if (!matcher.matches()) {
            return 0;
        }
        int signal = Integer.parseInt(matcher.group(2));
        return signal == 0 ? Integer.parseInt(matcher.group(1)) : SIGNALLED + signal;
    }

    /**
     * Parses numbers and ranges, such as {@code 1,3-5}; the number after {@code %} limits how many run at once. Empty:
     * 0.
     */
    static BitSet indices(String text) {
        BitSet indices = new BitSet();
        for (String part : text.replaceFirst("%.*", "").split(",", -1)) {
            Matcher range = Pattern.compile("([0-9]{1,7})(?:-([0-9]{1,7}))?(?::([0-9]{1,7}))?")
                    .matcher(part);
            if (range.matches()) {
                int first = Integer.parseInt(range.group(1));
                int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
                int step = range.group(3) == null ? 1 : Math.max(1, Integer.parseInt(range.group(3)));
                for (int i = first; i <= last; i += step) {
                    indices.set(i);
                }
            }
        }
        if (text.isEmpty()) {
            indices.set(0);
        }
        return indices;
    }

    /** Tells whether a task in this state has a worker, or will have one. */
    static boolean lives(String state) {
        return !ENDED.contains(state) && !state.equals("COMPLETING");
    }

    boolean waits() {
        return WAITING.contains(state);
    }

    boolean over() {
        return ENDED.contains(state);
    }

    /** Exit code of its process: not 0 if Slurm ended it, even if the worker exited with 0. */
    int endCode() {
        return exitCode == 0 && !state.equals("COMPLETED") ? SIGNALLED + SIGTERM : exitCode;
    }

    /** The reason of its end, for people: follows its name. */
    String story() {
        return switch (state) {
            case "CANCELLED" -> "was cancelled in Slurm";
            case "PREEMPTED" -> "was preempted by another job in Slurm";
            case "TIMEOUT", "DEADLINE" -> "reached its time limit in Slurm";
            case "NODE_FAIL", "BOOT_FAIL" -> "is lost: Slurm reports that its node failed";
            case "OUT_OF_MEMORY" -> "was killed by Slurm: it exceeded its memory limit";
            case "COMPLETED", "FAILED" -> "ended with exit code " + exitCode;
            default -> "ended in Slurm with " + state + ", exit code " + exitCode;
        };
    }
}
