package dev.sluice.cli.each.input;

import dev.sluice.app.each.template.Gathering;

/**
 * How many rows a command gets.
 *
 * @param most rows; 0: a command for each row, which gets none of its values
 * @param mostBytes of the command with its values [B]
 * @param jobs commands over which the last rows are spread
 * @param gathering how words take several values
 */
record ArgumentGrouping(Kind kind, int most, int mostBytes, int jobs, Gathering gathering) {
    /** Limits that end a group. */
    enum Kind {
        /** One row, whose values are together. */
        ROW,
        /** A number of rows. */
        COUNT,
        /** A number of lines; a line with a blank at its end goes on in the next line. */
        LINES,
        /** The length of the command. */
        FILL
    }
}
