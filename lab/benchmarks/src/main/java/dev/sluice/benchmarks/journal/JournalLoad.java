package dev.sluice.benchmarks.journal;

import com.sun.management.ThreadMXBean;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.JournalListener;
import dev.sluice.master.journal.JournalTerms;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.Replay;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes and reads journals as fast as they go. Reads a directory and a divisor, and prints figures. It has no
 * supertype of the master's jar, so that {@link JournalBenchmark} can name it without that jar.
 */
final class JournalLoad {
    private static final RunId RUN = new RunId("run-bench");
    private static final String SETUP = "0".repeat(64);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RECORDS = 1_000_000;
    private static final int LARGE = 400;
    private static final int LARGE_BYTES = 1 << 20;

    private final Path directory;
    private final int divisor;
    private final PrintStream out;

    /** The journal's thread, which sets it. */
    private volatile long journalThread;

    private JournalLoad(Path directory, int divisor, PrintStream out) {
        this.directory = directory;
        this.divisor = divisor;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Path directory = Files.createDirectories(Path.of(in.readLine()));
        new JournalLoad(directory, Integer.parseInt(in.readLine()), out).measure();
    }

    private void measure() throws Exception {
        for (int warmUp = 0; warmUp < 2; warmUp++) {
            write(JournalLevel.OS, RECORDS / 5 / divisor, 100, "");
        }
        double disk = disk();
        figure("disk", disk, "MiB/s");
        figure("disk-force", forceMicros(), "us");
        for (JournalLevel level : List.of(JournalLevel.OS, JournalLevel.SYNC)) {
            String name = level.name().toLowerCase(Locale.ROOT);
            write(level, RECORDS / divisor, 100, name);
            write(level, LARGE / Math.min(divisor, 10), LARGE_BYTES, name + "-1MiB");
        }
        recover(1);
        recover(10);
    }

    private void figure(String name, double value, String unit) {
        out.println(String.format(Locale.ROOT, "%s %.6g %s", name, value, unit));
    }

    /** Writes records as fast as the queue takes them. */
    private void write(JournalLevel level, int records, int bytes, String name) throws Exception {
        clear();
        RunJournal journal =
                RunJournal.create(RealJournalFiles.lock(directory), JournalTerms.of(RUN, level), new Failures());
        Payload payload = Payload.wrap(ByteBuffer.allocateDirect(bytes));
        UnitRanges all = new UnitRanges();
        all.add(0, 1);
        journal.add(
                new JournalEntry.CycleOpened(0, records, SETUP),
                () -> journalThread = Thread.currentThread().getId());
        while (journalThread == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        long[] threads = {journalThread, Thread.currentThread().getId()};
        long start = System.nanoTime();
        long[] cpu = {THREADS.getThreadCpuTime(threads[0]), THREADS.getThreadCpuTime(threads[1])};
        long[] memory = THREADS.getThreadAllocatedBytes(threads);
        long last = 0;
        for (int unit = 0; unit < records; unit++) {
            while (!journal.hasRoom()) {
                LockSupport.parkNanos(100_000);
            }
            ResultRun run = ResultRun.of(1, 0, unit, 1, 1_000_000, 0);
            last = journal.add(
                    new JournalEntry.ResultsAccepted(0, Results.Form.EACH, List.of(run), all, payload), null);
        }
        while (journal.committed() < last) {
            LockSupport.parkNanos(100_000);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!name.isEmpty()) {
            long[] memoryAfter = THREADS.getThreadAllocatedBytes(threads);
            figure(name + "-records", records / seconds, "records/s");
            figure(name + "-MiB", (double) records * bytes / (1 << 20) / seconds, "MiB/s");
            if (bytes < LARGE_BYTES) { // else most of it is waiting for room
                figure(
                        name + "-add-cpu",
                        (THREADS.getThreadCpuTime(threads[1]) - cpu[1]) / (double) records,
                        "ns/record");
            }
            figure(
                    name + "-write-cpu",
                    (THREADS.getThreadCpuTime(threads[0]) - cpu[0]) / (double) records,
                    "ns/record");
            double allocated = memoryAfter[0] - memory[0] + memoryAfter[1] - memory[1];
            figure(name + "-allocated", allocated / records, "B/record");
        }
        journalThread = 0;
        journal.delete();
    }

    /** Rate of plain writes of 1 MiB without a force. */
    private double disk() throws IOException {
        Path file = directory.resolve("plain");
        ByteBuffer bytes = ByteBuffer.allocateDirect(LARGE_BYTES);
        long start = System.nanoTime();
        int count = LARGE / Math.min(divisor, 10);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            for (int i = 0; i < count; i++) {
                channel.write(bytes.clear());
            }
            return count / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Mean time of a force after 4 KiB [µs]. */
    private double forceMicros() throws IOException {
        Path file = directory.resolve("plain");
        int count = Math.max(10, 200 / divisor);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                channel.write(ByteBuffer.allocate(4_096));
                channel.force(false);
            }
            return (System.nanoTime() - start) / 1e3 / count;
        }
    }

    /** Reads a journal of 10⁶ units, each with a result of 100 bytes, so many in a record. */
    private void recover(int unitsEach) throws IOException {
        clear();
        int units = RECORDS / divisor / unitsEach * unitsEach;
        try (RunJournal journal = RunJournal.create(
                RealJournalFiles.lock(directory), JournalTerms.of(RUN, JournalLevel.OS), new Failures())) {
            journal.add(new JournalEntry.CycleOpened(0, units, SETUP), null);
            Payload payload = Payload.wrap(ByteBuffer.allocateDirect(100 * unitsEach));
            UnitRanges all = new UnitRanges();
            all.add(0, unitsEach);
            for (long unit = 0; unit < units; unit += unitsEach) {
                while (!journal.hasRoom()) {
                    LockSupport.parkNanos(100_000);
                }
                ResultRun run = ResultRun.of(1, 0, unit, unitsEach, 1_000_000, 0);
                journal.add(new JournalEntry.ResultsAccepted(0, Results.Form.EACH, List.of(run), all, payload), null);
            }
        }
        try (RealJournalFiles files = RealJournalFiles.read(directory)) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            Recovered recovered = Recovered.read(files, RUN);
            double read = (System.nanoTime() - start) / 1e9;
            long replayed = 0;
            try (Replay replay = recovered.replay(0)) {
                while (replay.next() instanceof JournalEntry.ResultsAccepted results) {
                    replayed += results.units().size();
                    results.results().release();
                }
            }
            if (replayed != units) {
                throw new IOException(replayed + " units were replayed (expected: " + units + ")");
            }
            String each = unitsEach == 1 ? "" : "-" + unitsEach;
            figure("recover" + each, read, "s");
            figure("recover-and-replay" + each + "-cpu", (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9, "s");
            figure("replay" + each, (System.nanoTime() - start) / 1e9 - read, "s");
        }
        clear();
    }

    private void clear() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.log")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    /** Ends the process when the journal fails. */
    private static final class Failures implements JournalListener {
        @Override
        public void full(Path file, IOException cause) {
            failed(new SluiceException(ErrorCode.DISK_FULL, file + ": " + cause));
        }

        @Override
        public void spaceAgain(Path file) {}

        @Override
        public void failed(SluiceException failure) {
            failure.printStackTrace();
            Runtime.getRuntime().halt(4);
        }
    }
}
