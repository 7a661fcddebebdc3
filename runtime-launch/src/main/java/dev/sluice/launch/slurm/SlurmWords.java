package dev.sluice.launch.slurm;

import java.util.stream.Collectors;

/** Quotes words for Slurm and cleans its output. */
final class SlurmWords {
    private static final int MOST_LINES = 4;

    private SlurmWords() {}

    /**
     * Quotes a word for an {@code #SBATCH} line of a script, in which {@code #} begins a comment and {@code \} quotes.
     */
    static String directive(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+")
                ? word
                : "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Escapes the name of a file that Slurm opens: {@code %} begins a pattern. */
    static String plain(String path) {
        return path.replace("%", "%%");
    }

    /** The output of another program on one line, without terminal control characters. */
    static String printable(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(MOST_LINES)
                .map(line -> line.replaceAll("\\P{Print}", "?"))
                .collect(Collectors.joining("; "));
    }
}
