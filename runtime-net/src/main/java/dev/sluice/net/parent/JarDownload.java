package dev.sluice.net.parent;

import dev.sluice.net.files.Download;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.JarInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The download of one jar into the cache of jars. Confined to the loop. */
public final class JarDownload implements AutoCloseable {
    private final JarCache cache;
    private final JarInfo jar;
    private final Path temporary;
    private final Download download;

    /** Starts: the first requests go to {@code requests} before this returns. */
    public JarDownload(JarCache cache, JarInfo jar, Consumer<Fetch> requests) throws IOException {
        this.cache = cache;
        this.jar = jar;
        this.temporary = cache.temporary();
        this.download = new Download(
                new Download.Content(jar.name(), jar.sha256(), jar.size()), Download.Target.empty(temporary), requests);
    }

    public JarInfo jar() {
        return jar;
    }

    /**
     * Takes one piece; the caller releases it. Returns the finished file after the last one.
     *
     * @throws dev.sluice.model.SluiceException if the piece is not the next one, or the complete file has another hash
     */
    public Optional<Path> received(FilePart part) throws IOException {
        if (!download.received(part)) {
            return Optional.empty();
        }
        download.close();
        return Optional.of(cache.keep(temporary, jar));
    }

    /** Ends the download; an incomplete file is removed. */
    @Override
    public void close() throws IOException {
        download.close();
        Files.deleteIfExists(temporary);
    }
}
