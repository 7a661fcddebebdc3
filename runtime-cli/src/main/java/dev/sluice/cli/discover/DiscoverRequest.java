package dev.sluice.cli.discover;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.model.topology.DiscoveryTerms;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The validated input of a discovery, concluded before anything starts.
 *
 * @param expected workers to wait for
 * @param waitNanos how long to wait for them [ns]
 * @param terms of the tests, by the number of hosts
 * @param directory null: a directory of its own, which is removed after a success
 * @param runFile null: in the directory
 * @param history whether the history gets the starts of the workers
 */
record DiscoverRequest(
        WorkersToStart workers,
        int expected,
        long waitNanos,
        IntFunction<DiscoveryTerms> terms,
        Door door,
        @Nullable Path directory,
        @Nullable Path runFile,
        boolean history,
        Forms forms) {
    /**
     * The place where workers connect.
     *
     * @param open whether workers may join that this command does not start
     */
    record Door(InetSocketAddress address, boolean open, boolean insecure) {}

    /**
     * The forms of the result.
     *
     * @param view a file for the view; null: it is printed
     * @param pictures writes a picture and a page, if they were asked for
     */
    record Forms(
            @Nullable Path view,
            BiConsumer<Supplier<String>, Supplier<String>> pictures,
            boolean json,
            boolean quiet) {}
}
