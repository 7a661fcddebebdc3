package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InputFile;
import dev.sluice.master.files.Jars;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.Download;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.files.FileStore;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.VirtualLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that travel from a master's jars and files to workers, in virtual time. */
class FileArrivalTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SIZE = Download.PIECE_BYTES + 17;

    @TempDir
    Path directory;

    private final VirtualLoop loop = new VirtualLoop();
    private Path original;
    private byte[] content;
    private Jars jars;

    @BeforeEach
    void write() throws IOException {
        content = new byte[SIZE];
        new Random(1).nextBytes(content);
        original = Files.write(directory.resolve("original"), content);
        jars = jarsOf(InputFile.of(original));
    }

    private static Jars jarsOf(InputFile... files) throws IOException {
        return Terms.jars().with(RunInputs.of(List.of(files), 0));
    }

    /** The files as a master of another machine describes them. */
    private InputFiles told() {
        return new InputFiles(
                jars.info().files().files().stream()
                        .map(file -> new FileInfo(
                                file.name(), file.sha256(), file.size(), file.unpack(), false, file.path(), "other"))
                        .toList(),
                0,
                false);
    }

    /** A worker on a host, which is a directory, with the session that serves it. */
    private final class Fetcher {
        private final FileArrival arrival;
        private @Nullable ServingSession session;
        private boolean ready;
        private @Nullable SluiceException failure;

        Fetcher(String host) {
            this.arrival = new FileArrival(
                    new FileStore(directory.resolve(host), FileStore.Terms.USUAL),
                    loop,
                    Runnable::run,
                    () -> ready = true,
                    why -> failure = why);
        }

        Fetcher begin() {
            session = new ServingSession();
            arrival.begin(session, told());
            return this;
        }

        void comeBack() {
            session = new ServingSession();
            arrival.resume(session);
        }

        /** Serves requests until nothing moves within a second. */
        Fetcher served() {
            return served(Integer.MAX_VALUE);
        }

        Fetcher served(int pieces) {
            for (int i = 0; i < pieces; i++) {
                ServingSession open = session;
                loop.runUntil(
                        () -> ready || open == null || !open.sent(Fetch.class).isEmpty(), SECOND);
                if (open == null || open.sent(Fetch.class).isEmpty()) {
                    break;
                }
                open.serve(arrival);
            }
            loop.advance(SECOND / 2);
            return this;
        }

        void deliver(FilePart part) {
            assertThat(arrival.expects(part)).isTrue();
            arrival.received(part);
            loop.advance(SECOND);
        }

        Path file() {
            assertThat(ready).isTrue();
            return arrival.byName().get("original");
        }
    }

    /** Collects what is fetched, and answers it from the master's files. */
    private final class ServingSession extends RecordingSession {
        private int fetched;

        void serve(FileArrival to) {
            fetched++;
            Fetch next = take(Fetch.class);
            Payload bytes =
                    jars.part(next.sha256(), next.offset(), next.length()).orElseThrow();
            to.received(new FilePart(next.sha256(), next.offset(), bytes));
            bytes.release();
        }
    }

    @Test
    void shouldBringAFileInPiecesOf4MiB() {
        Fetcher worker = new Fetcher("a").begin().served();
        assertThat(worker.file()).hasBinaryContent(content);
        assertThat(worker.session.fetched).isEqualTo(2);
    }

    @Test
    void shouldBringAnEmptyFileWithoutAFetch() throws IOException {
        content = new byte[0];
        jars = jarsOf(InputFile.of(Files.write(original, content)));
        Fetcher worker = new Fetcher("a").begin().served();
        assertThat(worker.file()).isEmptyFile();
    }

    @Test
    void shouldFetchOnceForAllWorkersOfAHost() {
        List<Fetcher> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            workers.add(new Fetcher("a").begin());
        }
        workers.forEach(Fetcher::served);
        loop.advance(SECOND);
        workers.forEach(worker -> assertThat(worker.file()).hasBinaryContent(content));
        assertThat(workers.stream().mapToInt(worker -> worker.session.fetched).sum())
                .isEqualTo(2);
    }

    @Test
    void shouldFetchAgainForAnotherHost() {
        assertThat(new Fetcher("a").begin().served().session.fetched).isEqualTo(2);
        assertThat(new Fetcher("b").begin().served().session.fetched).isEqualTo(2);
    }

    @Test
    void shouldTakeOverFromAWorkerThatIsLost() {
        Fetcher first = new Fetcher("a").begin().served(1);
        Fetcher second = new Fetcher("a").begin().served();
        assertThat(second.session.fetched).isZero();

        first.arrival.close();
        second.served();

        assertThat(second.file()).hasBinaryContent(content);
        assertThat(second.session.fetched).isEqualTo(1);
    }

    @Test
    void shouldResumeOnTheNextSession() {
        Fetcher worker = new Fetcher("a").begin().served(1);
        worker.arrival.lost();
        loop.advance(SECOND);
        worker.comeBack();
        worker.served();
        assertThat(worker.file()).hasBinaryContent(content);
        assertThat(worker.session.fetched).isEqualTo(1);
    }

    @Test
    void shouldRefuseAPieceOfTheWrongPlaceOrLength() {
        Fetcher worker = new Fetcher("a").begin();
        loop.advance(SECOND);
        String hash = told().files().get(0).sha256();
        for (FilePart part : List.of(
                new FilePart(hash, Download.PIECE_BYTES, bytes(Download.PIECE_BYTES)),
                new FilePart(hash, 0, bytes(Download.PIECE_BYTES - 1)),
                new FilePart(hash, 0, bytes(Download.PIECE_BYTES + 1)),
                new FilePart(hash, 0, bytes(0)))) {
            assertThatThrownBy(() -> worker.arrival.received(part))
                    .isInstanceOfSatisfying(
                            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED));
        }
        assertThat(worker.arrival.expects(new FilePart("0".repeat(64), 0, bytes(1))))
                .isFalse();
    }

    private static Payload bytes(int size) {
        return Payload.wrap(ByteBuffer.allocate(size));
    }

    @Test
    void shouldKeepNothingOfAFileWithAnotherContent() throws IOException {
        Fetcher worker = new Fetcher("a").begin();
        loop.advance(SECOND);
        FileInfo file = told().files().get(0);
        for (long offset = 0; offset < SIZE; offset += Download.PIECE_BYTES) {
            worker.deliver(
                    new FilePart(file.sha256(), offset, bytes((int) Math.min(Download.PIECE_BYTES, SIZE - offset))));
        }
        assertThat(worker.ready).isFalse();
        assertThat(worker.failure.code()).isEqualTo(ErrorCode.INPUT_FILE_CHANGED);
        try (var left = Files.list(directory.resolve("a"))) {
            assertThat(left.map(path -> path.getFileName().toString())).allMatch(name -> name.endsWith(".lock"));
        }
    }

    @Test
    void shouldFetchAllOfAFileWhoseResumedPartIsWrong() throws IOException {
        Fetcher first = new Fetcher("a").begin().served(1);
        first.arrival.close();
        try (var files = Files.list(directory.resolve("a"))) {
            Path part = files.filter(path -> path.toString().endsWith(".part"))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(part);
            bytes[5] ^= 1;
            Files.write(part, bytes);
        }
        Fetcher second = new Fetcher("a").begin().served();
        assertThat(second.file()).hasBinaryContent(content);
        assertThat(second.session.fetched).isEqualTo(1 + 2);
    }

    @Test
    void shouldNotServeAFileThatWasCutOff() throws IOException {
        Files.write(original, new byte[10]);
        String hash = told().files().get(0).sha256();
        assertThatThrownBy(() -> jars.part(hash, 0, 10))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_FILE_CHANGED));
    }

    @Test
    void shouldRefuseFilesThatCannotBeRead() throws IOException {
        Path gone = directory.resolve("gone");
        for (List<InputFile> files : List.of(
                List.of(InputFile.of(gone)),
                List.of(InputFile.of(directory)),
                List.of(new InputFile("x", original, false), new InputFile("x", original, false)))) {
            assertThatThrownBy(() -> RunInputs.of(files, 0))
                    .isInstanceOfSatisfying(
                            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_FILE_UNUSABLE));
        }
        assertThatThrownBy(() -> RunInputs.of(List.of(new InputFile("x", original, true)), 0))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ARCHIVE_REFUSED));
    }
}
