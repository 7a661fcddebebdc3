package dev.sluice.cli.each.input;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How text is divided into rows of values.
 *
 * @param delimiter behind each input of a file
 * @param columns between the values of a row, for text with one char for each byte; null: a row has one value
 * @param separator between the values of files that have names of the columns in the first record (RFC 4180); 0: files
 *     have no such values
 * @param header whether the first row of each source has names
 * @param skipEmpty whether inputs of nothing but blanks are left out
 * @param skipFirst whether the first line of the first file is left out
 * @param endMark an input that ends the source; null: none
 */
record TextFormat(
        byte[] delimiter,
        @Nullable Pattern columns,
        char separator,
        boolean header,
        Trim trim,
        boolean skipEmpty,
        boolean skipFirst,
        byte @Nullable [] endMark) {
    boolean csv() {
        return separator != 0;
    }
}
