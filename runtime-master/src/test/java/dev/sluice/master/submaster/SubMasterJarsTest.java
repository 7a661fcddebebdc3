package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.files.ContentHash;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubMasterJarsTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path directory;

    private final VirtualLoop loop = new VirtualLoop();
    private final RecordingSession session = new RecordingSession();
    private ApplicationInfo application;
    private SubMasterJars jars;
    private Map<String, String> contents;
    private int fetched;
    private int ready;

    @BeforeEach
    void make() throws IOException {
        String jar = hash("jar");
        String data = hash("data");
        contents = Map.of(jar, "jar", data, "data");
        application = new ApplicationInfo(
                List.of(new JarInfo("a.jar", jar, 3)),
                "A",
                List.of(),
                new InputFiles(
                        List.of(
                                new FileInfo("data", data, 4, false, false, "", ""),
                                new FileInfo("same", data, 4, true, false, "", "")),
                        0,
                        false));
        jars = new SubMasterJars(
                new JarCache(directory.resolve("cache")), loop, Runnable::run, () -> ready++, failure -> {
                    throw failure;
                });
    }

    private String hash(String text) throws IOException {
        return ContentHash.of(Files.writeString(directory.resolve("text"), text));
    }

    private void answer() {
        Fetch next = session.take(Fetch.class);
        fetched++;
        String content = contents.get(next.sha256());
        jars.received(new FilePart(
                next.sha256(), next.offset(), Payload.wrap(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)))));
        loop.advance(SECOND);
    }

    @Test
    void shouldFetchJarsAndFilesOnceAndServeArchivesAsTheyAre() {
        jars.fetch(session, application);
        loop.advance(SECOND);
        assertThat(jars.complete()).isFalse();
        answer();
        assertThat(jars.complete()).isTrue();
        answer();

        assertThat(ready).isEqualTo(1);
        assertThat(fetched).isEqualTo(2);
        assertThat(session.sent()).isEmpty();
        assertThat(jars.files().values())
                .singleElement()
                .satisfies(jar -> assertThat(jar).hasContent("jar"));
    }

    @Test
    void shouldFetchWhatWasMissingOverTheNextSession() {
        jars.fetch(session, application);
        loop.advance(SECOND);
        answer();
        jars.lost();
        session.release();

        jars.fetch(session, application);
        loop.advance(SECOND);
        answer();

        assertThat(jars.complete()).isTrue();
        assertThat(session.sent()).isEmpty();
        assertThat(fetched).isEqualTo(2);
    }
}
