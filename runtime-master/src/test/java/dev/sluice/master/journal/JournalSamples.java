package dev.sluice.master.journal;

import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Journals that tests write without a thread, and entries as text that tests compare. */
final class JournalSamples {
    static final RunId RUN = new RunId("run-7f3a");
    static final String SETUP = "0123456789abcdef".repeat(4);
    static final JournalTerms SYNC = JournalTerms.of(RUN, JournalLevel.SYNC);

    static final JournalListener DEAF = new JournalListener() {
        @Override
        public void full(Path file, IOException cause) {}

        @Override
        public void spaceAgain(Path file) {}

        @Override
        public void failed(SluiceException failure) {}
    };

    private JournalSamples() {}

    /** A writer at the start of a new journal, whose epoch is committed. */
    static JournalWriter create(JournalFiles files, JournalTerms terms) {
        JournalWriter writer = new JournalWriter(files, terms, DEAF, JournalTail.empty(), 1);
        RunJournal.raise(writer, files, 1);
        return writer;
    }

    /** Adds entries and commits them together. */
    static void commit(JournalWriter writer, JournalEntry... entries) {
        long last = 0;
        for (JournalEntry entry : entries) {
            last = RunJournal.add(writer.queue(), entry, null);
        }
        long now = 0;
        while (writer.committed() < last && writer.failure() == null) {
            now += Math.max(0, writer.step(now));
        }
    }

    static JournalEntry.CycleOpened opened(int cycle, long units) {
        return new JournalEntry.CycleOpened(cycle, units, SETUP);
    }

    /** Hashes of the inputs of some units from {@code first} on. */
    static JournalEntry.InputsEncoded inputs(int cycle, long first, int units) {
        return new JournalEntry.InputsEncoded(
                cycle,
                first,
                new UnitHashes(
                        IntStream.range(0, units).map(i -> i * 0x9E3779B1).toArray()));
    }

    /** Results of some units from {@code first} on, all accepted. */
    static JournalEntry.ResultsAccepted results(int cycle, long first, int units, Payload payload) {
        UnitRanges places = new UnitRanges();
        places.add(0, units);
        return new JournalEntry.ResultsAccepted(
                cycle, Results.Form.EACH, List.of(ResultRun.of(1, 0, first, units, 5, 0)), places, payload);
    }

    /** A payload in several buffers. */
    static Payload payload(RandomGenerator chance, int size) {
        byte[] bytes = new byte[size];
        chance.nextBytes(bytes);
        List<Payload> parts = new ArrayList<>();
        for (int at = 0; at < size; ) {
            int count = Math.min(size - at, 1 + chance.nextInt(size));
            ByteBuffer part = chance.nextBoolean() ? ByteBuffer.allocate(count) : ByteBuffer.allocateDirect(count);
            parts.add(Payload.wrap(part.put(bytes, at, count).flip()));
            at += count;
        }
        return Payload.concat(parts);
    }

    /** The entry that was added, in words; two entries are equal if their texts are. */
    static String text(JournalEntry entry) {
        if (entry instanceof JournalEntry.ResultsAccepted results) {
            StringBuilder text = new StringBuilder("results " + results.cycle() + ' ' + results.form());
            results.runs()
                    .forEach(run ->
                            text.append(" [" + run.firstUnit() + ",+" + run.units() + ") " + run.computeNanos()));
            return text.append(' ')
                    .append(results.accepted())
                    .append(bytes(results.results()))
                    .toString();
        } else if (entry instanceof JournalEntry.Checkpoint point) {
            return "checkpoint " + point.covered() + ' ' + point.cycle() + ' ' + point.units() + ' '
                    + point.setupSha256() + ' ' + point.closed() + ' ' + point.accepted() + ' ' + point.inputs() + ' '
                    + point.outstanding()
                    + (point.state() == null ? " none" : bytes(point.state()))
                    + (point.total() == null ? " none" : bytes(point.total()));
        }
        return entry.toString();
    }

    private static String bytes(Payload payload) {
        ByteBuffer all = ByteBuffer.allocate((int) payload.size());
        for (ByteBuffer part : payload.buffers()) {
            all.put(part.duplicate());
        }
        return " " + payload.size() + " bytes " + Arrays.hashCode(all.array());
    }

    /** All results of all cycles, in words. */
    static List<String> replayed(Recovered recovered) {
        List<String> texts = new ArrayList<>();
        for (Recovered.Cycle cycle : recovered.cycles()) {
            Replay replay = recovered.replay(cycle.cycle());
            while (replay.next() instanceof JournalEntry.ResultsAccepted results) {
                texts.add(text(results));
                results.results().release();
            }
        }
        return texts;
    }
}
