package dev.sluice.cli.each.input;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The values of each command: one or several rows together. Confined to one thread. */
final class ArgumentGroups {
    /** A command has a byte at its end, which counts. */
    private static final int TERMINATOR_BYTES = 1;

    /** Rows that are not too long for a system, unless each of them is. */
    private static final int FEW_ROWS = 4;

    private final ValueRows rows;
    private final ArgumentGrouping grouping;
    private final ToIntFunction<List<byte[]>> length;
    private final Deque<List<byte[]>> ready = new ArrayDeque<>();
    /** A row that did not fit into the group before it. */
    private @Nullable List<byte[]> ahead;

    /** @param length of the command with these values [B] */
    ArgumentGroups(ValueRows rows, ArgumentGrouping grouping, ToIntFunction<List<byte[]>> length) {
        this.rows = rows;
        this.grouping = grouping;
        this.length = length;
    }

    /** Returns the values of the next command; null at the end. */
    @Nullable
    List<byte[]> next() throws IOException {
        if (!ready.isEmpty()) {
            return ready.remove();
        }
        return switch (grouping.kind()) {
            case ROW -> rows.next();
            case COUNT -> counted();
            case LINES -> lines();
            case FILL -> filled();
        };
    }

    private @Nullable List<byte[]> counted() throws IOException {
        List<byte[]> row = taken();
        if (row == null || grouping.most() == 0) {
            return row == null ? null : List.of();
        }
        List<byte[]> group = new ArrayList<>();
        long bytes = 0;
        for (int i = 1; row != null; i++) {
            bytes = i < FEW_ROWS ? 0 : bytes == 0 ? length.applyAsInt(together(group, row)) : bytes + growth(row);
            if (bytes + TERMINATOR_BYTES > grouping.mostBytes()) {
                ahead = row; // no system starts a command with more
                break;
            }
            group.addAll(row);
            row = i < grouping.most() ? rows.next() : null;
        }
        return group;
    }

    private @Nullable List<byte[]> taken() throws IOException {
        List<byte[]> row = ahead == null ? rows.next() : ahead;
        ahead = null;
        return row;
    }

    private static List<byte[]> together(List<byte[]> group, List<byte[]> row) {
        List<byte[]> all = new ArrayList<>(group);
        all.addAll(row);
        return all;
    }

    private @Nullable List<byte[]> lines() throws IOException {
        List<byte[]> group = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < grouping.most(); i++) {
            List<byte[]> line = taken();
            if (line == null) {
                break;
            }
            List<byte[]> whole = new ArrayList<>(line);
            while (line != null && continues(whole)) {
                line = rows.next();
                if (line != null) {
                    int last = whole.size() - 1;
                    whole.set(last, joined(whole.get(last), line.get(0)));
                    whole.addAll(line.subList(1, line.size()));
                }
            }
            bytes = i + 1 < FEW_ROWS
                    ? 0
                    : bytes == 0 ? length.applyAsInt(together(group, whole)) : bytes + growth(whole);
            if (bytes + TERMINATOR_BYTES > grouping.mostBytes() && !group.isEmpty()) {
                ahead = whole;
                break;
            }
            group.addAll(whole);
        }
        return group.isEmpty() ? null : group;
    }

    private static boolean continues(List<byte[]> line) {
        byte[] last = line.get(line.size() - 1);
        return last.length > 0 && (last[last.length - 1] == ' ' || last[last.length - 1] == '\t');
    }

    private static byte[] joined(byte[] start, byte[] rest) {
        return BytesText.bytes(BytesText.of(start) + BytesText.of(rest));
    }

    private @Nullable List<byte[]> filled() throws IOException {
        List<List<byte[]>> group = new ArrayList<>();
        long bytes = TERMINATOR_BYTES;
        List<byte[]> row = taken();
        while (row != null) {
            bytes += group.isEmpty() ? length.applyAsInt(row) : growth(row);
            if (bytes > grouping.mostBytes()) {
                ahead = row;
                break;
            }
            group.add(row);
            if (group.size() == grouping.most()) {
                return flat(group);
            }
            row = rows.next();
        }
        if (group.isEmpty()) {
            return refused(ahead);
        }
        if (ahead != null || grouping.most() > 0) {
            return flat(group);
        }
        spread(group);
        return ready.remove();
    }

    private @Nullable List<byte[]> refused(@Nullable List<byte[]> row) {
        if (row == null) {
            return null;
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                "-s: a command of " + (length.applyAsInt(row) + TERMINATOR_BYTES) + " bytes (expected: at most "
                        + grouping.mostBytes() + ", which -s raises)");
    }

    /** The bytes by which a command grows with one more row. */
    private int growth(List<byte[]> row) {
        return length.applyAsInt(together(row, row)) - length.applyAsInt(row);
    }

    /** Divides the last rows among the jobs. */
    private void spread(List<List<byte[]>> last) {
        int size = (last.size() + grouping.jobs() - 1) / grouping.jobs();
        for (int from = 0; from < last.size(); from += size) {
            ready.add(flat(last.subList(from, Math.min(last.size(), from + size))));
        }
    }

    private static List<byte[]> flat(List<List<byte[]>> rows) {
        List<byte[]> values = new ArrayList<>();
        rows.forEach(values::addAll);
        return values;
    }
}
