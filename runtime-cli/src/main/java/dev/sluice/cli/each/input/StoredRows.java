package dev.sluice.cli.each.input;

import dev.sluice.app.each.input.InputSpool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are read once and then repeated; they are kept in files. Confined to one thread. */
final class StoredRows implements ValueRows, AutoCloseable {
    private final ValueRows source;
    private final Path directory;
    private @Nullable InputSpool stored;
    private long next;

    StoredRows(ValueRows source, Path directory) {
        this.source = source;
        this.directory = directory;
    }

    private InputSpool stored() throws IOException {
        InputSpool all = stored;
        if (all == null) {
            all = new InputSpool(directory);
            stored = all;
            for (List<byte[]> row = source.next(); row != null; row = source.next()) {
                all.add(row);
            }
            all.publish();
        }
        return all;
    }

    long count() throws IOException {
        return stored().count();
    }

    List<byte[]> get(long row) throws IOException {
        return stored().get(row).values();
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        return next < count() ? get(next++) : null;
    }

    /** Begins again with the first row. */
    void restart() {
        next = 0;
    }

    @Override
    public void close() throws IOException {
        if (stored != null) {
            stored.close();
        }
    }
}
