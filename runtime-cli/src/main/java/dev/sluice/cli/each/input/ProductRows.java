package dev.sluice.cli.each.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Each row of the first source with each of the others; the last source changes first. Confined to one thread. */
final class ProductRows implements ValueRows {
    private final ValueRows first;
    private final List<StoredRows> others;
    /** Current row of each source; empty: before the first row. */
    private final List<List<byte[]>> current = new ArrayList<>();

    ProductRows(ValueRows first, List<StoredRows> others) {
        this.first = first;
        this.others = others;
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        int change = current.size() - 1;
        while (change > 0) {
            List<byte[]> row = others.get(change - 1).next();
            if (row != null) {
                current.set(change, row);
                break;
            }
            change--;
        }
        if (change <= 0) {
            List<byte[]> row = first.next();
            if (row == null) {
                return null;
            }
            current.clear();
            current.add(row);
            change = 0;
        }
        return restarted(change + 1) ? joined() : null;
    }

    /** Begins again with the first row of the sources from this one on; tells whether all have one. */
    private boolean restarted(int from) throws IOException {
        for (int i = from; i <= others.size(); i++) {
            others.get(i - 1).restart();
            List<byte[]> row = others.get(i - 1).next();
            if (row == null) {
                return false;
            }
            if (i < current.size()) {
                current.set(i, row);
            } else {
                current.add(row);
            }
        }
        return true;
    }

    private List<byte[]> joined() {
        List<byte[]> joined = new ArrayList<>();
        current.forEach(joined::addAll);
        return joined;
    }
}
