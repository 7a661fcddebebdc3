package dev.sluice.cli.page;

import dev.sluice.model.record.RunView;
import dev.sluice.net.page.PageFile;
import dev.sluice.net.page.PageSource;
import dev.sluice.net.page.PageUpdate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of the live page: fixed files from the program's jar, and views of the run. */
public final class PageContent implements PageSource {
    private static final String TEXT = "; charset=utf-8";
    private static final String JSON = "application/json" + TEXT;
    private static final Map<String, String> TYPES = Map.of(
            "html",
            "text/html" + TEXT,
            "css",
            "text/css" + TEXT,
            "js",
            "text/javascript" + TEXT,
            "svg",
            "image/svg+xml",
            "txt",
            "text/plain" + TEXT,
            "ico",
            "image/x-icon",
            "png",
            "image/png",
            "woff2",
            "font/woff2");

    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_-][A-Za-z0-9._-]*\\.([a-z0-9]+)");

    private final ViewSource views;
    private final Map<String, PageFile> files = new HashMap<>();
    private final PageWriter writer = new PageWriter();

    public PageContent(ViewSource views) {
        this.views = views;
    }

    @Override
    public @Nullable PageFile file(String path) {
        PageFile known = files.get(path);
        if (known == null) {
            known = read(path.equals("/") ? "/index.html" : path);
            if (known != null) {
                files.put(path, known);
            }
        }
        return known;
    }

    private static @Nullable PageFile read(String path) {
        var named = PATH.matcher(path);
        String type = named.matches() ? TYPES.get(named.group(1)) : null;
        if (type == null) {
            return null;
        }
        try (InputStream content = PageContent.class.getResourceAsStream(path.substring(1))) {
            return content == null ? null : new PageFile(type, content.readAllBytes());
        } catch (IOException e) {
            return null;
        }
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
