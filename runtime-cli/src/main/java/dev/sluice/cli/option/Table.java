package dev.sluice.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A table for people: the titles of its columns, and a line for each row. A column is as wide as its widest cell, two
 * spaces before the next; one with a least width is at least so wide, and one space stands behind it. Confined to one
 * thread.
 */
public final class Table<R> {
    private record Column<R>(String title, int least, boolean isLeft, String format, Function<R, ?> value) {
        /** The text of a cell, of which foreign characters do not move the cursor of a terminal. */
        String cell(R row) {
            return Columns.printable(String.format(Locale.ROOT, format, value.apply(row)));
        }

        String aligned(String cell, int width) {
            String space = " ".repeat(width - cell.length());
            return (isLeft ? cell + space : space + cell) + (least == 0 ? "  " : " ");
        }
    }

    private final List<Column<R>> columns = new ArrayList<>();

    /** A column of words. */
    public Table<R> left(String title, Function<R, ?> value) {
        return left(title, 0, value);
    }

    public Table<R> left(String title, int least, Function<R, ?> value) {
        columns.add(new Column<>(title, least, true, "%s", value));
        return this;
    }

    /** A column of numbers. */
    public Table<R> right(String title, int least, String format, Function<R, ?> value) {
        columns.add(new Column<>(title, least, false, format, value));
        return this;
    }

    public List<String> titles() {
        return columns.stream().map(each -> each.title().strip()).toList();
    }

    /** The cells of each row, for a page. */
    public List<List<String>> cells(Iterable<? extends R> rows) {
        List<List<String>> cells = new ArrayList<>();
        rows.forEach(row ->
                cells.add(columns.stream().map(column -> column.cell(row)).toList()));
        return cells;
    }

    /** The table, with an end behind each line. */
    public String of(Iterable<? extends R> rows) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns.stream().map(Column::title).toList());
        cells.addAll(cells(rows));
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int at = i;
            widths[i] = Stream.concat(
                            Stream.of(" ".repeat(columns.get(i).least())),
                            cells.stream().map(row -> row.get(at)))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : cells) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(columns.get(i).aligned(row.get(i), widths[i]));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}
