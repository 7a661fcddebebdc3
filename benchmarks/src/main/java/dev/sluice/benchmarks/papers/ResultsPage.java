package dev.sluice.benchmarks.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page about an experiment: written by hand, but for the results between two marks. */
final class ResultsPage {
    private static final String BEGIN = "<!-- results: benchmarks/papers NAME --pages docs/papers -->\n";
    private static final String END = "<!-- end of results -->\n";

    private ResultsPage() {}

    /**
     * Replaces the results in a page.
     *
     * @throws IOException if the page cannot be read or written, or has no marks
     */
    static void replace(Path page, String results) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(
                    page + " has no room for results (expected: " + BEGIN.strip() + " and " + END.strip() + ")");
        }
        String before = text.substring(0, begin + BEGIN.length());
        Files.writeString(page, before + "\n" + results + "\n" + text.substring(end));
    }
}
