package dev.sluice.net.page;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The content of the page. All methods are called on the page's thread and must not block. They render on the executor
 * that they are given, which is the same thread, and never on the thread that owns the run.
 */
public interface PageSource {
    /** Stands for no earlier state. */
    long NOTHING = -1;

    /** The fixed file of a path such as {@code /} or {@code /page.css}; null if there is none. */
    default @Nullable PageFile file(String path) {
        return null;
    }

    /** The document of a path such as {@code /data.json}, as it is now; null if there is none. */
    @Nullable
    CompletableFuture<PageFile> document(String path, Executor page);

    /**
     * The state of the run now. A source without states has no events.
     *
     * @param since number of the state to which a change is wanted; {@link #NOTHING} for no change
     * @param whole whether the whole state is wanted, too
     */
    default CompletableFuture<PageUpdate> update(long since, boolean whole, Executor page) {
        return new CompletableFuture<>();
    }
}
