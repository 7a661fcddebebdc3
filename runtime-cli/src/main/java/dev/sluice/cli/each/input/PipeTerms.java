package dev.sluice.cli.each.input;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is divided into blocks, which commands read. Patterns are for text with one char for each byte.
 *
 * @param blockBytes most bytes of a block, unless a record has more [B]
 * @param end what a record ends with; empty: nothing
 * @param start what a record starts with; empty: anything
 * @param ends of a record: with 4, a record ends at every fourth {@code end}, which then is one byte
 * @param records of a block; 0: as many as its bytes allow
 * @param header at the start of the stream, repeated in each block; null: none
 */
record PipeTerms(
        int blockBytes,
        String end,
        String start,
        boolean patterns,
        int ends,
        int records,
        @Nullable Pattern header) {}
