package dev.sluice.net.page;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A page of two files and one document, whose state has a number. */
final class ScriptedSource implements PageSource {
    final AtomicLong sequence = new AtomicLong();
    final AtomicInteger questions = new AtomicInteger();
    /** The answer of {@code /data.json}; a test completes it. */
    volatile CompletableFuture<PageFile> data = CompletableFuture.completedFuture(json("{\"whole\":true}"));
    /** Spaces in each change. */
    volatile int padding;

    volatile boolean failing;
    /** True if questions end in a linkage error. */
    volatile boolean broken;
    /** Answers to questions come after it. */
    volatile CompletableFuture<Void> held = CompletableFuture.completedFuture(null);

    static PageFile json(String text) {
        return new PageFile("application/json; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private static final Map<String, PageFile> FILES = Map.of(
            "/", new PageFile("text/html; charset=utf-8", "<h1>run</h1>".getBytes(StandardCharsets.UTF_8)),
            "/page.css", new PageFile("text/css; charset=utf-8", "h1 {}".getBytes(StandardCharsets.UTF_8)));

    @Override
    public PageFile file(String path) {
        return FILES.get(path);
    }

    @Override
    public CompletableFuture<PageFile> document(String path, Executor page) {
        return switch (path) {
            case "/data.json" -> data;
            case "/metrics" ->
                CompletableFuture.completedFuture(
                        new PageFile("text/plain; version=0.0.4", "sluice_slots 2\n".getBytes(StandardCharsets.UTF_8)));
            default -> null;
        };
    }

    @Override
    public CompletableFuture<PageUpdate> update(long since, boolean whole, Executor page) {
        questions.incrementAndGet();
        if (failing) {
            throw new IllegalStateException("no state");
        }
        if (broken) {
            throw new NoClassDefFoundError("state");
        }
        long now = sequence.incrementAndGet();
        byte[] change = since == NOTHING ? null : text("{\"since\":" + since + ",\"now\":" + now + "}");
        PageUpdate update = new PageUpdate(now, change, whole ? text("{\"now\":" + now + "}") : null);
        return held.thenApply(done -> update);
    }

    private byte[] text(String json) {
        return (json + " ".repeat(padding)).getBytes(StandardCharsets.UTF_8);
    }
}
