package dev.sluice.cli.each.input;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How text is divided into rows of values.
 *
 * @param delimiter behind each input of a file
 * @param columns between the values of a row, for text with one char for each byte; null: a row has one value
 * @param csv whether files have comma-separated values, and names of the columns in the first record
 * @param header whether the first row of each source has names
 * @param skipEmpty whether inputs of nothing but blanks are left out
 * @param skipFirst whether the first line of the first file is left out
 * @param endMark an input that ends the source; null: none
 */
record TextFormat(
        byte[] delimiter,
        @Nullable Pattern columns,
        boolean csv,
        boolean header,
        Trim trim,
        boolean skipEmpty,
        boolean skipFirst,
        byte @Nullable [] endMark) {}
