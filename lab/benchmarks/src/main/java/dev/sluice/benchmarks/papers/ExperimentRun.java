package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.picture.Picture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of an experiment: how much to do, and what was found. Figures are printed at once; claims, tables and
 * pictures go to {@code NAME.md} and SVG files in one directory. Confined to the thread of the experiment.
 */
final class ExperimentRun {
    private final String name;
    private final ExperimentScope scope;
    private final Path directory;
    private final FigureReport figures;
    private final List<Claim> claims = new ArrayList<>();
    private final StringBuilder results = new StringBuilder();

    /** @param directory where pictures and results go; created if needed */
    ExperimentRun(String name, ExperimentScope scope, Path directory, FigureReport figures) {
        this.name = name;
        this.scope = scope;
        this.directory = directory;
        this.figures = figures;
    }

    /** True for a smaller experiment with the same claims: a few seconds. */
    boolean quick() {
        return scope.quick();
    }

    /** Directory of the test network's views and load files. */
    Path lab() {
        return scope.lab();
    }

    /** The number of units, trials or sizes: {@code full}, or {@code few} in a quick run. */
    int size(int full, int few) {
        return quick() ? few : full;
    }

    /** Prints a figure; {@code unit} has no spaces, and is {@code x} for a ratio. */
    void figure(String figure, double value, String unit) {
        figures.figure(figure, value, unit);
    }

    /** Says whether a claim holds. */
    void claim(String id, String text, boolean holds, String measured) {
        claim(new Claim(id, text, Verdict.of(holds), measured));
    }

    /**
     * Says what became of a claim.
     *
     * @throws IllegalArgumentException if the experiment has a claim with this id
     */
    void claim(Claim claim) {
        if (claims.stream().anyMatch(each -> each.id().equals(claim.id()))) {
            throw new IllegalArgumentException(name + " says " + claim.id() + " twice (expected: once)");
        }
        claims.add(claim);
    }

    /** Adds a paragraph to the results. */
    void text(String paragraph) {
        results.append(paragraph).append("\n\n");
    }

    /** Adds a table to the results. Columns whose first cell is a number stand to the right. */
    void table(String title, List<String> header, List<List<String>> rows) {
        results.append("**").append(title).append("**\n\n");
        row(header);
        List<String> first = rows.isEmpty() ? header : rows.get(0);
        row(first.stream()
                .map(cell -> cell.matches("[−-]?[0-9].*") ? "---:" : "---")
                .toList());
        rows.forEach(this::row);
        results.append('\n');
    }

    private void row(List<String> cells) {
        results.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Writes a picture to {@code FILE.svg} and shows it in the results. */
    void picture(String file, Picture picture) throws IOException {
        Files.createDirectories(directory.resolve("pictures"));
        Files.writeString(directory.resolve("pictures").resolve(file + ".svg"), picture.svg());
        results.append("![")
                .append(picture.title())
                .append("](pictures/")
                .append(file)
                .append(".svg)\n\n");
    }

    /** The claims so far, in the order in which they were given. */
    List<Claim> claims() {
        return List.copyOf(claims);
    }

    /** The results as Markdown: the claims first, then text, tables and pictures in the order in which they came. */
    String results() {
        StringBuilder all = new StringBuilder("| claim | | measured |\n| --- | --- | --- |\n");
        for (Claim claim : claims) {
            all.append("| ")
                    .append(claim.text())
                    .append(" | **")
                    .append(claim.verdict().words())
                    .append("** | ")
                    .append(claim.measured())
                    .append(" |\n");
        }
        return all.append('\n').append(results).toString().strip() + "\n";
    }
}
