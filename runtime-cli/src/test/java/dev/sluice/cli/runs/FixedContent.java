package dev.sluice.cli.runs;

import dev.sluice.net.page.PageFile;
import dev.sluice.net.page.PageSource;
import dev.sluice.net.page.PageUpdate;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** One document for each path, and no events. */
record FixedContent(String text) implements PageSource {
    @Override
    public PageFile file(String path) {
        return null;
    }

    @Override
    public CompletableFuture<PageFile> document(String path, Executor page) {
        return CompletableFuture.completedFuture(
                new PageFile("application/json", text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public CompletableFuture<PageUpdate> update(long since, boolean whole, Executor page) {
        throw new IllegalStateException("no events");
    }
}
