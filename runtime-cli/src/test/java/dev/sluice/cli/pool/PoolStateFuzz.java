package dev.sluice.cli.pool;

import dev.sluice.model.SluiceException;
import dev.sluice.testing.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The state of a pool. */
public final class PoolStateFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.ofFile("pool.json", PoolStore::open, SluiceException.class);

    private PoolStateFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        Path directory = FuzzTarget.temporary();
        Path file = directory.resolve("pool.json");
        try {
            PoolStore store = PoolStore.open(file);
            store.hosts(List.of("--host", "node1"));
            store.add(new SubmittedRun(Path.of("/r"), Path.of("/"), List.of("run", "app.jar"), false));
            store.fleet(List.of("17", "18"));
            return List.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
