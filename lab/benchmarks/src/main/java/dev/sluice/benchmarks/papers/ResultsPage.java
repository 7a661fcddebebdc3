package dev.sluice.benchmarks.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page about an experiment: written by hand, but for the results between marks. */
final class ResultsPage {
    /** The results of one way of running an experiment. */
    enum Part {
        SIMULATED("", "<!-- results: lab/lab papers NAME --pages lab/docs/papers -->\n", "<!-- end of results -->\n"),
        MEASURED(
                "-measured",
                "<!-- measured: lab/lab papers NAME --measured --pages lab/docs/papers -->\n",
                "<!-- end of measured -->\n");

        private final String suffix;
        private final String begin;
        private final String end;

        Part(String suffix, String begin, String end) {
            this.suffix = suffix;
            this.begin = begin;
            this.end = end;
        }

        /** The end of the name of a file with these results alone. */
        String suffix() {
            return suffix;
        }
    }

    private ResultsPage() {}

    /**
     * Replaces the results in a page.
     *
     * @throws IOException if the page cannot be read or written, or has no marks
     */
    static void replace(Path page, Part part, String results) throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(part.begin);
        int end = text.indexOf(part.end);
        if (begin < 0 || end < begin) {
            throw new IOException(page + " has no room for results (expected: " + part.begin.strip() + " and "
                    + part.end.strip() + ")");
        }
        String before = text.substring(0, begin + part.begin.length());
        Files.writeString(page, before + "\n" + results + "\n" + text.substring(end));
    }
}
