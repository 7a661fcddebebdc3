package dev.sluice.insight.rent;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.view.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Reads kinds of machines from CSV with a header. Comments begin with {@code #}. */
public final class PriceList {
    private static final Set<String> NEEDED = Set.of("kind", "slots", "price");
    private static final Set<String> OTHERS = Set.of("start", "most", "speed", "link");
    private static final int MOST_KINDS = 1_000;
    private static final int MOST_MACHINES = 10_000;

    private final Path file;
    private final List<String> header;
    private int line;

    private PriceList(Path file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /** @throws SluiceException if the file cannot be read, or a line is none of a kind of machine */
    public static List<MachineKind> read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--price: " + file + " (expected: a file of text that can be read)", e);
        }
        PriceList list = null;
        List<MachineKind> kinds = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i).strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (list == null) {
                list = new PriceList(file, cells(text.toLowerCase(Locale.ROOT)));
                list.line = i + 1;
                list.checkHeader();
            } else {
                list.line = i + 1;
                kinds.add(list.kind(cells(text)));
            }
        }
        if (kinds.isEmpty() || kinds.size() > MOST_KINDS) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    file + ": " + kinds.size() + " kinds of machines (expected: a header such as kind,slots,price, and "
                            + "1 to " + MOST_KINDS + " lines)");
        }
        Set<String> names = new HashSet<>();
        for (MachineKind each : kinds) {
            if (!names.add(each.name())) {
                throw new SluiceException(
                        ErrorCode.USAGE, file + ": " + each.name() + " twice (expected: each kind on one line)");
            }
        }
        return kinds;
    }

    private static List<String> cells(String text) {
        return List.of(text.split(",", -1)).stream().map(String::strip).toList();
    }

    private void checkHeader() {
        Set<String> unknown = new TreeSet<>(header);
        unknown.removeAll(NEEDED);
        unknown.removeAll(OTHERS);
        if (!unknown.isEmpty() || !header.containsAll(NEEDED) || new HashSet<>(header).size() < header.size()) {
            throw wrong(
                    String.join(",", header), "the columns kind, slots and price, perhaps start, most, speed, link");
        }
    }

    private MachineKind kind(List<String> cells) {
        if (cells.size() != header.size()) {
            throw wrong(cells.size() + " columns", header.size() + ", as the header has");
        }
        String name = text(cells, "kind", "");
        if (name.isEmpty()) {
            throw wrong("no kind", "a name");
        }
        return new MachineKind(
                name,
                (int) number(cells, "slots", "", 1, 65_536, true),
                number(cells, "price", "", 0, 1e6, false),
                text(cells, "start", "").isEmpty() ? 0 : quantity(cells, "start", Quantity.DURATION) / 1e9,
                (int) number(cells, "most", "16", 1, MOST_MACHINES, true),
                number(cells, "speed", "1", 1e-3, 1e3, false),
                text(cells, "link", "").isEmpty() ? 125e6 : quantity(cells, "link", Quantity.RATE));
    }

    /** The text of a cell; the usual one where it is empty or its column is missing. */
    private String text(List<String> cells, String column, String usual) {
        int at = header.indexOf(column);
        return at < 0 || cells.get(at).isEmpty() ? usual : cells.get(at);
    }

    private double number(List<String> cells, String column, String usual, double least, double most, boolean whole) {
        String text = text(cells, column, usual);
        double value = parsed(text);
        if (!(value >= least && value <= most) || whole && value != Math.rint(value)) {
            throw wrong(
                    column + " '" + text + "'",
                    String.format(Locale.ROOT, "a %snumber from %.6g to %.6g", whole ? "whole " : "", least, most));
        }
        return value;
    }

    private double quantity(List<String> cells, String column, Quantity of) {
        return of.of(file + ", line " + line + ", " + column, text(cells, column, ""));
    }

    /** The number; NaN if it is none. */
    private static double parsed(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }

    private SluiceException wrong(String what, String expected) {
        return new SluiceException(
                ErrorCode.USAGE, file + ", line " + line + ": " + what + " (expected: " + expected + ")");
    }
}
