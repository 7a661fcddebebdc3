package dev.sluice.cli.each.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of several sources one with one; the shortest source ends them. Confined to one thread. */
final class LinkedRows implements ValueRows {
    private final List<ValueRows> sources;

    LinkedRows(List<ValueRows> sources) {
        this.sources = sources;
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        List<byte[]> row = new ArrayList<>();
        for (ValueRows source : sources) {
            List<byte[]> part = source.next();
            if (part == null) {
                return null;
            }
            row.addAll(part);
        }
        return row;
    }
}
