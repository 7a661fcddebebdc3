package dev.sluice.launch.slurm;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A task of an array job, as {@link SlurmClient#list} lists it.
 *
 * @param index in the array
 * @param state Slurm's word, such as RUNNING
 */
record SlurmListed(String job, int index, String state) {
    private static final Pattern LINE = Pattern.compile("([0-9]{1,12})_([0-9]{1,7}) +([A-Z_]+) *");

    /** Parses the lines that name a task; others are left out. */
    static List<SlurmListed> parse(String listed) {
        return listed.lines().map(SlurmListed::of).filter(Objects::nonNull).toList();
    }

    private static @Nullable SlurmListed of(String line) {
        Matcher task = LINE.matcher(line);
        return task.matches() ? new SlurmListed(task.group(1), Integer.parseInt(task.group(2)), task.group(3)) : null;
    }

    /** The task's id, as Slurm writes it. */
    String id() {
        return job + "_" + index;
    }
}
