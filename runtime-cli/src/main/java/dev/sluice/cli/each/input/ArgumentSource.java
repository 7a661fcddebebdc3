package dev.sluice.cli.each.input;

import java.util.List;

/** A source of inputs on the command line. */
sealed interface ArgumentSource {
    /** Tells whether its values go with those of the source before it, one with one, instead of each with each. */
    boolean linked();

    /** Arguments behind {@code :::}. */
    record Arguments(List<byte[]> values, boolean linked) implements ArgumentSource {
        public Arguments {
            values = List.copyOf(values);
        }
    }

    /**
     * A file with an input in each line, or as the options say.
     *
     * @param option that names it
     * @param file - for standard input
     */
    record Text(String option, String file, boolean linked) implements ArgumentSource {
        static final String STANDARD_INPUT = "-";

        boolean isStandardInput() {
            return file.equals(STANDARD_INPUT);
        }
    }

    /** A JSON file with an array; its elements are inputs. */
    record Json(String file) implements ArgumentSource {
        @Override
        public boolean linked() {
            return false;
        }
    }
}
