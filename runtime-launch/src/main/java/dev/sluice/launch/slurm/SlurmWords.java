package dev.sluice.launch.slurm;

import java.util.stream.Collectors;

/** Words for Slurm, and from it. */
final class SlurmWords {
    private static final int MOST_LINES = 4;

    private SlurmWords() {}

    /** For a line {@code #SBATCH} of a script, in which {@code #} begins a comment and {@code \} quotes. */
    static String directive(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+")
                ? word
                : "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** For the name of a file that Slurm opens: {@code %} begins a pattern. */
    static String plain(String path) {
        return path.replace("%", "%%");
    }

    /** What another program printed, on one line and with nothing that a terminal might obey. */
    static String printable(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(MOST_LINES)
                .map(line -> line.replaceAll("\\P{Print}", "?"))
                .collect(Collectors.joining("; "));
    }
}
