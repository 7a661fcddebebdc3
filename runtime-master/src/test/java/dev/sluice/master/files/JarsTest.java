package dev.sluice.master.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarsTest {
    /** The SHA-256 of the text "abc", from FIPS 180-4. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path directory;

    private static String text(Payload payload) {
        StringBuilder text = new StringBuilder();
        for (ByteBuffer buffer : payload.buffers()) {
            text.append(StandardCharsets.US_ASCII.decode(buffer));
        }
        payload.release();
        return text.toString();
    }

    @Test
    void shouldServeJarsByTheirHash() throws IOException {
        Path jar = Files.writeString(directory.resolve("work.jar"), "abc");
        Jars jars = Jars.open(List.of(jar), "Work", List.of("--size", "3"));
        assertThat(jars.info().jars()).containsExactly(new JarInfo("work.jar", ABC, 3));
        assertThat(jars.info().className()).isEqualTo("Work");
        assertThat(jars.info().arguments()).containsExactly("--size", "3");
        assertThat(jars.part(ABC, 0, 2)).map(JarsTest::text).contains("ab");
        assertThat(jars.part(ABC, 2, 99)).map(JarsTest::text).contains("c");
        assertThat(jars.part(ABC, 3, 1)).isEmpty();
        assertThat(jars.part("0".repeat(64), 0, 1)).isEmpty();
        Jars below = Jars.serve(Map.of(ABC, jar), jars.info(), new ArrivingFiles());
        assertThat(below.info()).isEqualTo(jars.info());
        assertThat(below.part(ABC, 0, 3)).map(JarsTest::text).contains("abc");
    }
}
