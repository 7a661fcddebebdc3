package dev.sluice.master.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.payload.Payload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes journals on their own thread to a disk, and turn by turn to memory with faults. */
class RunJournalTest {
    @TempDir
    Path directory;

    @Test
    void shouldGoOnWhereAMasterStopped() throws Exception {
        Path path = directory.resolve("journal");
        RunJournal first = RunJournal.create(RealJournalFiles.lock(path), JournalSamples.SYNC, JournalSamples.DEAF);
        Payload large = Payload.wrap(ByteBuffer.allocate(3 << 20));
        CountDownLatch committed = new CountDownLatch(1);
        assertThat(first.epoch()).isEqualTo(1);
        assertThat(first.add(JournalSamples.opened(0, 100), null)).isEqualTo(2);
        assertThat(first.add(JournalSamples.results(0, 0, 1, large), committed::countDown))
                .isEqualTo(3);
        assertThat(committed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(first.committed()).isEqualTo(3);
        first.close();
        Files.write(path.resolve("0000000001.log"), new byte[11], StandardOpenOption.APPEND);

        RealJournalFiles files = RealJournalFiles.lock(path);
        Recovered recovered = Recovered.read(files, JournalSamples.RUN);
        assertThat(recovered.warning()).get().asString().contains("the last 11 bytes, from offset");
        assertThat(JournalSamples.replayed(recovered))
                .containsExactly(JournalSamples.text(JournalSamples.results(0, 0, 1, large)));
        RunJournal second = RunJournal.append(recovered, JournalSamples.SYNC, JournalSamples.DEAF);
        assertThat(second.epoch()).isEqualTo(2);
        assertThat(second.add(JournalSamples.results(0, 1, 1, Payload.empty()), null))
                .isEqualTo(5);
        second.close();

        Recovered again = Recovered.read(RealJournalFiles.read(path), JournalSamples.RUN);
        assertThat(again.epoch()).isEqualTo(2);
        assertThat(again.warning()).isEmpty();
        assertThat(again.cycles())
                .singleElement()
                .satisfies(cycle -> assertThat(cycle.known()).hasToString("{[0,2)}"));
        assertThat(Files.getPosixFilePermissions(path)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(Files.getPosixFilePermissions(path.resolve("0000000001.log")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void shouldLetOneOpeningWriteAtATime() throws Exception {
        RunJournal journal =
                RunJournal.create(RealJournalFiles.lock(directory), JournalSamples.SYNC, JournalSamples.DEAF);

        assertThatThrownBy(() -> RealJournalFiles.lock(directory))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_IN_USE));
        assertThat(Recovered.read(RealJournalFiles.read(directory), JournalSamples.RUN)
                        .epoch())
                .isEqualTo(1);
        journal.close();
        RealJournalFiles.lock(directory).close();
    }

    @Test
    void shouldRefuseToBeginAJournalBesideAnother() throws Exception {
        RunJournal.create(RealJournalFiles.lock(directory), JournalSamples.SYNC, JournalSamples.DEAF)
                .close();

        assertThatThrownBy(() ->
                        RunJournal.create(RealJournalFiles.lock(directory), JournalSamples.SYNC, JournalSamples.DEAF))
                .hasMessageContaining("0000000001.log is there (expected: no segment)");
        RealJournalFiles.lock(directory).close();
    }

    @Test
    void shouldDeleteTheSegmentsOfACompleteRun() throws Exception {
        RunJournal journal =
                RunJournal.create(RealJournalFiles.lock(directory), JournalSamples.SYNC, JournalSamples.DEAF);
        journal.add(JournalSamples.opened(0, 100), null);
        journal.delete();

        assertThat(directory).isDirectoryNotContaining("glob:**.log");
        RealJournalFiles.lock(directory).close();
    }

    @Test
    void shouldTryAgainEachSecondWhileTheDiskIsFull() {
        MemoryFiles files = new MemoryFiles();
        List<String> heard = new ArrayList<>();
        JournalWriter writer = writer(files, heard);
        List<String> committed = new ArrayList<>();
        files.full = true;
        RunJournal.add(writer.queue(), JournalSamples.opened(0, 9), () -> committed.add("opened"));

        assertThat(writer.step(0)).isEqualTo(2_000_000);
        assertThat(writer.step(2_000_000)).isEqualTo(JournalWriter.FULL_PAUSE_NANOS);
        assertThat(writer.wakeBytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(writer.step(3_000_000)).isEqualTo(JournalWriter.FULL_PAUSE_NANOS - 1_000_000);
        assertThat(writer.step(1_002_000_000)).isEqualTo(JournalWriter.FULL_PAUSE_NANOS);
        assertThat(committed).isEmpty();
        files.full = false;
        assertThat(writer.step(2_002_000_000)).isZero();

        assertThat(committed).containsExactly("opened");
        assertThat(heard).containsExactly("full", "space");
        assertThat(writer.step(2_003_000_000)).isEqualTo(JournalQueue.FOREVER);
    }

    @Test
    void shouldCommitNothingAfterAFailedForce() {
        MemoryFiles files = new MemoryFiles();
        List<String> heard = new ArrayList<>();
        JournalWriter writer = writer(files, heard);
        ByteBuf bytes = Unpooled.buffer().writeZero(10_000);
        Payload payload = Payload.of(bytes);
        JournalSamples.commit(writer, JournalSamples.opened(0, 9));
        files.failsForce = true;
        JournalSamples.commit(writer, JournalSamples.results(0, 0, 1, payload));
        files.failsForce = false;
        RunJournal.add(writer.queue(), JournalSamples.results(0, 1, 1, payload), () -> heard.add("committed"));
        writer.step(0);
        writer.queue().close();

        assertThat(writer.step(1L << 40)).isEqualTo(JournalWriter.DONE);
        assertThat(writer.committed()).isEqualTo(2);
        assertThat(heard).containsExactly("E413");
        assertThat(writer.queue().uncommittedBytes()).isZero();
        assertThat(bytes.refCnt()).isEqualTo(1);
        assertThat(Recovered.read(files, JournalSamples.RUN).cycles()).hasSize(1);
    }

    private static JournalWriter writer(MemoryFiles files, List<String> heard) {
        JournalListener listener = new JournalListener() {
            @Override
            public void full(Path file, IOException cause) {
                heard.add("full");
            }

            @Override
            public void spaceAgain(Path file) {
                heard.add("space");
            }

            @Override
            public void failed(SluiceException failure) {
                heard.add(failure.code().toString());
            }
        };
        JournalWriter writer = new JournalWriter(files, JournalSamples.SYNC, listener, JournalTail.empty(), 1);
        RunJournal.raise(writer, files, 1);
        return writer;
    }

    @Test
    void shouldCommitTogetherWhatComesTogether() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        RunJournal.add(writer.queue(), JournalSamples.opened(0, 9), null);
        assertThat(writer.step(0)).isEqualTo(2_000_000);
        RunJournal.add(writer.queue(), JournalSamples.results(0, 0, 1, Payload.empty()), null);
        assertThat(writer.step(1_000_000)).isEqualTo(1_000_000);
        assertThat(writer.committed()).isEqualTo(1);
        assertThat(writer.step(2_000_000)).isZero();
        assertThat(writer.committed()).isEqualTo(3);

        Payload large = Payload.wrap(ByteBuffer.allocate(1 << 20));
        RunJournal.add(writer.queue(), JournalSamples.results(0, 1, 1, large), null);
        assertThat(writer.step(3_000_000)).isZero();
        assertThat(writer.committed()).isEqualTo(4);
    }

    @Test
    void shouldKeepPayloadsUntilTheyAreWritten() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        ByteBuf bytes = Unpooled.buffer().writeZero(100_000);
        RunJournal.add(writer.queue(), JournalSamples.opened(0, 9), null);
        RunJournal.add(writer.queue(), JournalSamples.results(0, 0, 1, Payload.of(bytes)), null);
        assertThat(bytes.refCnt()).isEqualTo(2);
        JournalSamples.commit(writer, new JournalEntry.CycleClosed(0));

        assertThat(bytes.refCnt()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAnEntryOfTwoGigabytes() {
        JournalQueue queue = new JournalQueue(0);
        ByteBuf half = Unpooled.wrappedBuffer(new byte[1 << 20]);
        ByteBuf[] parts = new ByteBuf[2048];
        Arrays.fill(parts, half);
        Payload payload = Payload.of(parts, 2048L << 20);

        assertThatThrownBy(() -> RunJournal.add(queue, JournalSamples.results(0, 0, 1, payload), null))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        assertThat(queue.waitingBytes()).isZero();
        assertThat(half.refCnt()).isEqualTo(1);
    }

    @Test
    void shouldFailWhenACallbackThrows() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        List<SluiceException> failures = new ArrayList<>();
        FailureListener listener = failure -> {
            failures.add(failure);
            failed.countDown();
        };
        RunJournal journal = RunJournal.create(RealJournalFiles.lock(directory), JournalSamples.SYNC, listener);
        journal.add(JournalSamples.opened(0, 9), () -> {
            throw new IllegalStateException("planted");
        });
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        ByteBuf bytes = Unpooled.buffer().writeZero(10_000);
        journal.add(JournalSamples.results(0, 0, 1, Payload.of(bytes)), () -> failures.clear());
        journal.close();

        assertThat(failures)
                .singleElement()
                .satisfies(
                        failure -> assertThat(failure).hasMessage("journal: java.lang.IllegalStateException: planted"));
        assertThat(bytes.refCnt()).isEqualTo(1);
    }

    @Test
    void shouldCommitWhatIsQueuedWhenItIsClosed() throws Exception {
        List<Long> order = new CopyOnWriteArrayList<>();
        JournalTerms lazy = new JournalTerms(
                JournalSamples.RUN, JournalLevel.OS, 100_000, Long.MAX_VALUE / 2, Long.MAX_VALUE, 5_000);
        RunJournal journal = RunJournal.create(RealJournalFiles.lock(directory), lazy, JournalSamples.DEAF);
        assertThat(journal.hasRoom()).isTrue();
        journal.add(JournalSamples.opened(0, 1_000), null);
        for (long unit = 0; unit < 1_000; unit++) {
            long mine = unit;
            journal.add(JournalSamples.results(0, unit, 1, Payload.empty()), () -> order.add(mine));
        }
        assertThat(journal.hasRoom()).isFalse();
        assertThat(journal.bytesSinceCheckpoint()).isGreaterThan(30_000);
        journal.close();

        assertThat(order).hasSize(1_000).isSorted();
        assertThat(Recovered.read(RealJournalFiles.read(directory), JournalSamples.RUN)
                        .cycles())
                .singleElement()
                .satisfies(cycle -> assertThat(cycle.known().size()).isEqualTo(1_000));
    }
}
