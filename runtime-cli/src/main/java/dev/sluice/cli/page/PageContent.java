package dev.sluice.cli.page;

import dev.sluice.model.record.RunView;
import dev.sluice.net.page.PageFile;
import dev.sluice.net.page.PageSource;
import dev.sluice.net.page.PageUpdate;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The content of the live page: fixed files from the program's jar, and views of the run. */
public final class PageContent implements PageSource {
    private static final String TEXT = "; charset=utf-8";
    private static final String JSON = "application/json" + TEXT;
    private final ViewSource views;
    private final PageWriter writer = new PageWriter();

    public PageContent(ViewSource views) {
        this.views = views;
    }

    @Override
    public @Nullable PageFile file(String path) {
        PageFiles.PageResource known = PageFiles.of(path.equals("/") ? PageFiles.INDEX : path.substring(1));
        return known == null ? null : new PageFile(known.contentType(), known.bytes());
    }

    @Override
    public @Nullable CompletableFuture<PageFile> document(String path, Executor page) {
        return switch (path) {
            case "/data.json" -> whole(view -> new PageFile(JSON, PageJson.bytes(view)), page);
            case "/metrics" ->
                whole(view -> new PageFile(Metrics.TYPE, Metrics.text(view).getBytes(StandardCharsets.UTF_8)), page);
            default -> null;
        };
    }

    private CompletableFuture<PageFile> whole(Function<RunView, PageFile> written, Executor page) {
        return views.views(ViewSource.NOTHING, true)
                .thenApplyAsync(now -> written.apply(Objects.requireNonNull(now.whole())), page);
    }

    @Override
    public CompletableFuture<PageUpdate> update(long since, boolean whole, Executor page) {
        return views.views(since, whole).thenApplyAsync(this::update, page);
    }

    private PageUpdate update(ViewSource.Views now) {
        RunView change = now.change();
        RunView whole = now.whole() == null && change != null && change.whole() ? change : now.whole();
        RunView last = Objects.requireNonNull(whole == null ? change : whole);
        return new PageUpdate(
                Math.max(last.sequence(), change == null ? last.sequence() : change.sequence()),
                change == null || change.whole() ? null : writer.bytes(change),
                whole == null ? null : writer.bytes(whole));
    }
}
