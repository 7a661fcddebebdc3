package dev.sluice.cli.each.input;

import java.util.Arrays;

/** Ends of a value at which blanks are removed. */
enum Trim {
    NONE,
    LEFT,
    RIGHT,
    BOTH;

    byte[] of(byte[] value) {
        int start = 0;
        int end = value.length;
        while (this != NONE && this != RIGHT && start < end && isBlank(value[start])) {
            start++;
        }
        while (this != NONE && this != LEFT && end > start && isBlank(value[end - 1])) {
            end--;
        }
        return start == 0 && end == value.length ? value : Arrays.copyOfRange(value, start, end);
    }

    static boolean isBlank(byte at) {
        return at == ' ' || at >= '\t' && at <= '\r';
    }
}
