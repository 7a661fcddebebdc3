package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.virtual.RecordingSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrivingFilesTest {
    private static final String HASH = "ab".repeat(32);

    @TempDir
    Path directory;

    private final ArrivingFiles files = new ArrivingFiles();
    private final Worker worker = new Worker();
    private Path part;

    /** A worker's session, which notes what it is sent. */
    private static final class Worker extends RecordingSession {
        private final List<String> received = new ArrayList<>();

        @Override
        public synchronized void send(Message message) {
            if (message instanceof FilePart bytes) {
                StringBuilder text = new StringBuilder(bytes.offset() + " ");
                for (ByteBuffer each : bytes.bytes().buffers()) {
                    text.append(StandardCharsets.US_ASCII.decode(each));
                }
                received.add(text.toString());
            } else if (message instanceof Problem problem) {
                received.add(problem.code().toString());
            }
        }
    }

    @BeforeEach
    void expect() throws IOException {
        part = Files.createFile(directory.resolve("part"));
        files.expect(new InputFiles(List.of(new FileInfo("a", HASH, 7, false, false, "", "")), 0, false));
    }

    private void grows(String content) throws IOException {
        Files.writeString(part, content);
        files.grew(HASH, part, content.length());
    }

    private boolean fetch(long offset, int length) {
        return files.serve(worker, new Fetch(HASH, offset, length));
    }

    @Test
    void shouldPassOnWhatIsHereAndTheRestWhenItComes() throws IOException {
        assertThat(fetch(0, 4)).isTrue();
        assertThat(fetch(4, 4)).isTrue();
        grows("");
        assertThat(worker.received).isEmpty();
        grows("abcd");
        assertThat(worker.received).containsExactly("0 abcd");
        grows("abcdefg");
        assertThat(worker.received).containsExactly("0 abcd", "4 efg");
        fetch(0, 4);
        assertThat(worker.received).hasSize(3);
    }

    @Test
    void shouldServeWhatWasHereAlready() throws IOException {
        fetch(0, 9);
        files.complete(HASH, Files.writeString(directory.resolve("whole"), "1234567"));
        assertThat(worker.received).containsExactly("0 1234567");
    }

    @Test
    void shouldBeginAgain() throws IOException {
        grows("");
        grows("wron");
        grows("");
        fetch(0, 4);
        assertThat(worker.received).isEmpty();
        grows("righ");
        assertThat(worker.received).containsExactly("0 righ");
    }

    @Test
    void shouldLeaveOtherFilesAndPartsToOthers() {
        assertThat(fetch(7, 1)).isFalse();
        assertThat(files.serve(worker, new Fetch("00".repeat(32), 0, 1))).isFalse();
    }
}
