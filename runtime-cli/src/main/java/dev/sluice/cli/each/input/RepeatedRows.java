package dev.sluice.cli.each.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of several sources one with one; shorter sources begin again. Confined to one thread. */
final class RepeatedRows implements ValueRows {
    private final List<StoredRows> sources;
    private long next;

    RepeatedRows(List<StoredRows> sources) {
        this.sources = sources;
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        List<byte[]> row = new ArrayList<>();
        long most = 0;
        for (StoredRows source : sources) {
            most = Math.max(most, source.count());
        }
        if (next >= most) {
            return null;
        }
        for (StoredRows source : sources) {
            if (source.count() == 0) {
                return null;
            }
            row.addAll(source.get(next % source.count()));
        }
        next++;
        return row;
    }
}
