package dev.sluice.app.each.output;

import dev.sluice.api.ArgumentException;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the output of commands is printed and kept. Texts are empty where an option is not given. Paths are as the user
 * wrote them.
 *
 * @param keepOrder whether output appears in the order of the inputs
 * @param tag text with replacement strings that begins each line of output
 * @param jobLog file with one line per command; a leading {@code +} appends to it
 * @param results directory, file with replacement strings, or file that ends in {@code .csv} or {@code .tsv}
 * @param output file with the output of all commands and an index
 * @param resume which inputs run again
 * @param resumeBy which contents make two commands the same
 * @param halt rule in the grammar of {@link HaltRule}
 * @param maxFailures number of failures that ends the run; 0: any number
 */
public record OutputSettings(
        boolean keepOrder,
        String tag,
        String jobLog,
        String results,
        String output,
        Resume resume,
        ResumeBy resumeBy,
        String halt,
        long maxFailures) {
    private static final String JOURNAL_OF_RESULTS = ".sluice-journal";

    /** Prints output as it comes and keeps nothing. */
    public static final OutputSettings DEFAULT =
            new OutputSettings(false, "", "", "", "", Resume.NONE, ResumeBy.COMMAND, "", 0);

    public OutputSettings {
        if (!halt.isEmpty()) {
            HaltRule.parse(halt);
        }
        if (maxFailures < 0) {
            throw new ArgumentException("--max-failures", maxFailures, "1 or more");
        }
        if (maxFailures > 0 && !halt.isEmpty()) {
            throw new ArgumentException("--max-failures", maxFailures, "no --halt beside it");
        }
        if (jobLog.equals("+")) {
            throw new ArgumentException("--joblog", jobLog, "a file after +");
        }
        if (!results.isEmpty() && !output.isEmpty()) {
            throw new ArgumentException("--output", output, "no --results beside it");
        }
        if (resume != Resume.NONE && journalName(jobLog, results, output).isEmpty()) {
            throw new ArgumentException(
                    resuming(resume), "no journal", "--joblog, --results or --output of the run before");
        }
    }

    /** The file that remembers which commands have run; empty if no option names a place for it. */
    public Optional<String> journal() {
        String name = journalName(jobLog, results, output);
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    private static String journalName(String jobLog, String results, String output) {
        if (!jobLog.isEmpty()) {
            return withoutPlus(jobLog) + ".journal";
        }
        if (!output.isEmpty()) {
            return output + ".journal";
        }
        if (results.isEmpty()) {
            return "";
        }
        if (isTable(results)) {
            return results + ".journal";
        }
        return fixedDirectory(results) + JOURNAL_OF_RESULTS;
    }

    /** The file of the job log without its {@code +}; empty if there is none. */
    public String jobLogFile() {
        return withoutPlus(jobLog);
    }

    /**
     * Checks that files of an earlier run, if there are any, are files, and that what is above them are directories.
     *
     * @throws RefusedLogException if one is not
     */
    void requireFiles(Path directory) throws IOException {
        requireFile("--joblog", directory, jobLogFile());
        requireFile("--output", directory, output);
        requireFile("--results", directory, isTable(results) ? results : "");
        if (!results.isEmpty() && !isTable(results)) {
            requireDirectory("--results", BytePath.resolve(directory, fixedDirectory(results)), results);
        }
    }

    /** @param place a directory, which may not exist yet */
    private static void requireDirectory(String option, Path place, String name) throws IOException {
        for (Path at = place.toAbsolutePath(); at != null && !Files.isDirectory(at); at = at.getParent()) {
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedLogException(
                        RefusedLogException.Why.UNUSABLE,
                        option + ": " + ByteText.shown(name) + ": " + BytePath.shown(at)
                                + " is no directory (expected: a directory, or nothing)");
            }
        }
    }

    private static void requireFile(String option, Path directory, String name) throws IOException {
        if (name.isEmpty()) {
            return;
        }
        Path file = BytePath.resolve(directory, name);
        requireDirectory(option, file.resolveSibling("").toAbsolutePath(), name);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new RefusedLogException(
                    RefusedLogException.Why.UNUSABLE,
                    option + ": " + ByteText.shown(name) + ": "
                            + (Files.isDirectory(file) ? "a directory" : "no regular file")
                            + " (expected: a file, which resuming can read again)");
        }
    }

    /** The option that says which commands run again; empty if all run. */
    public String resuming() {
        return resuming(resume);
    }

    private static String resuming(Resume resume) {
        return switch (resume) {
            case NONE -> "";
            case MISSING -> "--resume";
            case UNSUCCESSFUL -> "--resume-failed";
            case FAILED -> "--retry-failed";
        };
    }

    /**
     * Checks that a run which resumes without a journal knows what an earlier run has done.
     *
     * @param kept what {@link #outputBefore} found before this run
     * @throws RefusedLogException if there is output of commands that nothing tells, or nothing that could have failed
     */
    public void requireKnown(Optional<String> kept) throws IOException {
        if (kept.isPresent() || resume == Resume.FAILED) {
            throw new RefusedLogException(
                    RefusedLogException.Why.UNKNOWN,
                    resuming() + ": " + ByteText.shown(kept.orElse(journal().orElse("")))
                            + (kept.isPresent() ? ": output without the journal of its run" : ": no earlier run")
                            + " (expected: --joblog, --results or --output of the run before)");
        }
    }

    /** Checks that a run of failed commands has a log that may name some, if it has no journal. */
    void requireLog(Path directory) throws IOException {
        String log = jobLogFile();
        if (log.isEmpty() || !Files.exists(BytePath.resolve(directory, log))) {
            requireKnown(Optional.empty());
        }
    }

    /** The name of the file or directory of this run that has output of commands; empty if none has. */
    public Optional<String> outputBefore(Path directory) throws IOException {
        String name = !output.isEmpty() ? output : results.contains("{") ? "" : results;
        Path kept = BytePath.resolve(directory, name);
        if (name.isEmpty() || !Files.exists(kept)) {
            return Optional.empty();
        }
        if (!Files.isDirectory(kept)) {
            return Files.size(kept) == 0 ? Optional.empty() : Optional.of(name);
        }
        try (Stream<Path> entries = Files.list(kept)) {
            return entries.allMatch(entry -> entry.endsWith(JOURNAL_OF_RESULTS)) ? Optional.empty() : Optional.of(name);
        }
    }

    /** The option with its file or directory that keeps what commands write; empty if there is none. */
    String keeping() {
        return !output.isEmpty()
                ? "--output: " + ByteText.shown(output)
                : results.isEmpty() ? "" : "--results: " + ByteText.shown(results);
    }

    /** Says what to do when a file cannot be written. */
    String remedy() {
        return journal().isEmpty()
                ? "room on its disk"
                : "room on its disk; the same line with --resume then runs what is missing";
    }

    /** Tells whether the job log, and with it the journal, continues an earlier one. */
    public boolean continues() {
        return resume != Resume.NONE || jobLog.startsWith("+");
    }

    HaltRule haltRule() {
        return halt.isEmpty() ? HaltRule.NEVER : HaltRule.parse(halt);
    }

    /** Tells whether {@code --results} names a table instead of a directory. */
    static boolean isTable(String results) {
        return results.endsWith(".csv") || results.endsWith(".tsv");
    }

    /** The directory of all names that {@code --results} can produce, with a slash at its end; or empty. */
    static String fixedDirectory(String results) {
        int brace = results.indexOf('{');
        if (brace < 0) {
            return results.endsWith("/") ? results : results + "/";
        }
        return results.substring(0, results.lastIndexOf('/', brace) + 1);
    }

    private static String withoutPlus(String file) {
        return file.startsWith("+") ? file.substring(1) : file;
    }
}
