package dev.sluice.master.journal;

import dev.sluice.api.Decoder;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * One run whose masters are killed again and again, in virtual time. It keeps a ledger outside of the journal and
 * judges each recovery by it: what was recovered is what was added, in its order, up to some point, and that point is
 * not before the last acknowledgement.
 */
final class KilledMasters {
    private static final RunId RUN = new RunId("run-1");
    private static final String SETUP = "0".repeat(64);
    private static final long CYCLE_UNITS = 60;

    /** Records of results end at multiples of this, so that older ones stood at the same places [bytes]. */
    private static final int GRAIN = SimulatedDisk.SECTOR;

    /** Bytes of the head of results in one run, without the accepted places. */
    private static final int RESULTS_HEAD_BYTES = 7;

    /** The parts that tests replace to see that the ledger complains. */
    record Parts(Writers writers, BiFunction<JournalFiles, RunId, JournalScan> scans, boolean acknowledgesEarly) {
        static Parts real() {
            return new Parts(JournalWriter::new, JournalScan::new, false);
        }
    }

    /** Makes a writer. */
    interface Writers {
        JournalWriter make(
                JournalFiles files, JournalTerms terms, JournalListener listener, JournalTail tail, long epoch);
    }

    /** Results that a master added. */
    private record Item(long sequence, int cycle, String units, ByteBuffer value) {}

    /** The ledger does not agree with what was recovered. */
    static final class Disagreement extends RuntimeException {
        private static final long serialVersionUID = 1;

        Disagreement(String message) {
            super(message);
        }
    }

    private final RandomGenerator chance;
    private final SimulatedDisk disk;
    private final JournalTerms terms;
    private final Parts parts;

    /** All items of the run that may be recovered, in their order. */
    private final List<Item> ledger = new ArrayList<>();

    /** Items that were acknowledged, or that a master after a recovery relies on. */
    private int acknowledged;

    private long epoch;
    private long values;
    private int kills;
    private int recoveredItems;
    private int tornTails;
    private int checkpoints;

    // The state of the current master.
    private JournalWriter writer;
    private int cycle;
    private boolean open;
    private int cycleStart;
    private long cycleSequence;
    private int covered;
    private UnitRanges done = new UnitRanges();
    private boolean failed;

    /** Measures records. */
    private final CommitBatch sizes = new CommitBatch(0);

    private int misaligned = RecordHeader.BYTES + Long.BYTES;

    KilledMasters(RandomGenerator chance, JournalLevel level, Parts parts) {
        this.chance = chance;
        this.parts = parts;
        this.disk = new SimulatedDisk(chance);
        this.terms = new JournalTerms(RUN, level, 1_500, level == JournalLevel.SYNC ? 2_000_000 : 0, 600, 10_000);
        this.writer =
                parts.writers().make(disk, terms, (FailureListener) failure -> failed = true, JournalTail.empty(), 1);
    }

    int kills() {
        return kills;
    }

    int recoveredItems() {
        return recoveredItems;
    }

    int tornTails() {
        return tornTails;
    }

    int checkpoints() {
        return checkpoints;
    }

    SimulatedDisk disk() {
        return disk;
    }

    /** Lives and dies so many times. */
    void live(int lives) {
        start();
        for (int life = 0; life < lives; life++) {
            boolean power = terms.level() == JournalLevel.SYNC && chance.nextInt(5) < 4;
            boolean gone = false;
            try {
                disk.failForces(chance.nextInt(4) == 0 ? 0.05 : 0);
                disk.killAfter(chance.nextInt(chance.nextBoolean() ? 60 : 3));
                work();
            } catch (SimulatedDisk.Killed e) {
                gone = true;
            }
            kills += gone || failed ? 1 : 0;
            disk.killAfter(Integer.MAX_VALUE);
            disk.failForces(0);
            disk.full = false;
            if (power) {
                disk.failPower();
            }
            recover();
        }
    }

    /**
     * Lives once, and loses power without a force at the level {@code os}: what is recovered is a prefix, however
     * short. Returns false if the journal is refused.
     */
    boolean losePower() {
        start();
        try {
            disk.killAfter(chance.nextInt(60));
            work();
        } catch (SimulatedDisk.Killed e) {
            kills++;
        }
        disk.failPower();
        try {
            acknowledged = 0;
            epoch = 0;
            judge(Recovered.read(disk, RUN));
            return true;
        } catch (SluiceException e) {
            return false;
        }
    }

    /** The first master. A kill before its epoch is committed leaves nothing. */
    private void start() {
        RunJournal.raise(writer, disk, 1);
        epoch = 1;
    }

    private void recover() {
        for (int tries = 0; ; tries++) {
            Recovered recovered = Recovered.read(disk, RUN, parts.scans().apply(disk, RUN));
            judge(recovered);
            boolean dies = tries < 3 && chance.nextInt(6) == 0;
            disk.killAfter(dies ? chance.nextInt(6) : Integer.MAX_VALUE);
            try {
                failed = false;
                JournalTail tail = recovered.cut();
                writer = parts.writers()
                        .make(disk, terms, (FailureListener) failure -> failed = true, tail, recovered.epoch() + 1);
                RunJournal.raise(writer, disk, recovered.epoch() + 1);
                misaligned = (int) (tail.bytes() - SegmentHeader.BYTES + RecordHeader.BYTES + Long.BYTES) % GRAIN;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (SimulatedDisk.Killed e) {
                kills++;
                disk.killAfter(Integer.MAX_VALUE);
                if (terms.level() == JournalLevel.SYNC && chance.nextBoolean()) {
                    disk.failPower();
                }
                continue;
            }
            disk.killAfter(Integer.MAX_VALUE);
            epoch = recovered.epoch() + 1;
            acknowledged = ledger.size();
            resume(recovered);
            return;
        }
    }

    private void judge(Recovered recovered) {
        if (recovered.epoch() < epoch) {
            throw new Disagreement("epoch " + recovered.epoch() + " (expected: at least " + epoch + ")");
        }
        int first = recovered
                .checkpoint()
                .map(checkpoint -> new Decoder(checkpoint.state().buffers()).readInt())
                .orElse(0);
        int next = first;
        for (Recovered.Cycle each : recovered.cycles()) {
            UnitRanges replayed = new UnitRanges();
            try (Replay replay = recovered.replay(each.cycle())) {
                while (replay.next() instanceof JournalEntry.ResultsAccepted results) {
                    Item item = item(0, results);
                    Item wanted = next < ledger.size() ? ledger.get(next) : null;
                    if (wanted == null
                            || wanted.cycle != item.cycle
                            || !wanted.units.equals(item.units)
                            || !wanted.value.equals(item.value)) {
                        throw new Disagreement("item " + next + " is " + item + " (expected: " + wanted + ")");
                    }
                    next++;
                    replayed.addAll(results.units());
                    results.results().release();
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            if (!replayed.toString().equals(each.replayed().toString())) {
                throw new Disagreement("replayed " + replayed + " (expected: " + each.replayed() + ")");
            }
        }
        if (next < acknowledged) {
            throw new Disagreement(next + " items recovered (expected: at least " + acknowledged + ")");
        }
        recoveredItems += next - first;
        tornTails += recovered.warning().isPresent() ? 1 : 0;
        checkpoints += first > 0 ? 1 : 0;
        ledger.subList(next, ledger.size()).clear();
        covered = first;
    }

    private static Item item(long sequence, JournalEntry.ResultsAccepted results) {
        ByteBuffer value = ByteBuffer.allocate((int) results.results().size());
        for (ByteBuffer part : results.results().buffers()) {
            value.put(part.duplicate());
        }
        return new Item(sequence, results.cycle(), results.units().toString(), value.flip());
    }

    private void resume(Recovered recovered) {
        if (recovered.cycles().isEmpty()) {
            cycle = -1;
            open = false;
            done = new UnitRanges();
            cycleStart = ledger.size();
            return;
        }
        Recovered.Cycle last = recovered.cycles().get(recovered.cycles().size() - 1);
        cycle = last.cycle();
        open = !last.closed();
        done = last.known().copy();
        cycleStart = 0;
        while (cycleStart < ledger.size() && ledger.get(cycleStart).cycle != cycle) {
            cycleStart++;
        }
        cycleSequence = -1;
    }

    private void work() {
        long now = 0;
        for (int turn = 0; turn < 80 && !failed; turn++) {
            int what = chance.nextInt(10);
            if (!open) {
                cycle = cycle < 0 ? 0 : cycle + (done.isEmpty() ? 0 : 1);
                cycleSequence = add(new JournalEntry.CycleOpened(cycle, CYCLE_UNITS, SETUP), null);
                cycleStart = ledger.size();
                done = new UnitRanges();
                open = true;
            } else if (what < 6 && done.size() < CYCLE_UNITS) {
                for (int more = chance.nextInt(4); more >= 0 && done.size() < CYCLE_UNITS; more--) {
                    addResults();
                }
            } else if (what == 6 && chance.nextInt(3) == 0) {
                checkpoint();
            } else if (done.size() == CYCLE_UNITS) {
                add(new JournalEntry.CycleClosed(cycle), null);
                open = false;
            } else if (what == 7 && chance.nextInt(4) == 0) {
                disk.full = !disk.full;
            }
            long wait = writer.step(now);
            if (wait > 0 && wait != JournalQueue.FOREVER) {
                now += chance.nextBoolean() ? wait : wait / 3;
            }
        }
    }

    private void addResults() {
        long first = chance.nextLong(CYCLE_UNITS);
        while (done.contains(first)) {
            first = (first + 1) % CYCLE_UNITS;
        }
        int units = (int) Math.min(1 + chance.nextInt(3), CYCLE_UNITS - first);
        UnitRanges places = new UnitRanges();
        for (int place = 0; place < units; place++) {
            if (!done.contains(first + place)) {
                places.add(place, place + 1);
            }
        }
        int before = misaligned + RecordHeader.BYTES + RESULTS_HEAD_BYTES + 2 * places.ranges();
        int bytes = Long.BYTES + Math.floorMod(-(before + Long.BYTES), GRAIN) + (chance.nextInt(20) == 0 ? GRAIN : 0);
        ByteBuffer value = ByteBuffer.allocate(bytes).putLong(++values);
        while (value.hasRemaining()) {
            value.put((byte) values);
        }
        value.flip();
        Payload payload = bytes > 20
                ? Payload.concat(List.of(Payload.wrap(value.slice(0, 9)), Payload.wrap(value.slice(9, bytes - 9))))
                : Payload.wrap(value);
        JournalEntry.ResultsAccepted results = new JournalEntry.ResultsAccepted(
                cycle, Results.Form.EACH, List.of(ResultRun.of(7, 9, first, units, 1, 1)), places, payload);
        int index = ledger.size();
        long sequence = add(results, () -> acknowledge(index));
        ledger.add(item(sequence, results));
        done.addAll(results.units());
        payload.release();
        if (parts.acknowledgesEarly()) {
            acknowledged = ledger.size();
        }
    }

    private void acknowledge(int index) {
        if (!parts.acknowledgesEarly()) {
            if (index != acknowledged) {
                throw new Disagreement("item " + index + " acknowledged (expected: " + acknowledged + ")");
            }
            acknowledged++;
        }
    }

    private void checkpoint() {
        int from = Math.max(cycleStart, covered);
        int to = from + chance.nextInt(ledger.size() - from + 1);
        long sequence = to > cycleStart ? ledger.get(to - 1).sequence : cycleSequence;
        if (sequence < 0) {
            return;
        }
        UnitRanges accepted = new UnitRanges();
        for (Item item : ledger.subList(cycleStart, to)) {
            for (String range : item.units.replaceAll("[{}\\[)]", "").split(" ")) {
                String[] bounds = range.split(",");
                accepted.add(Long.parseLong(bounds[0]), Long.parseLong(bounds[1]));
            }
        }
        ByteBuffer state =
                ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(to).flip();
        Payload total = chance.nextBoolean() ? Payload.wrap(ByteBuffer.allocate(20)) : null;
        add(
                new JournalEntry.Checkpoint(
                        sequence, cycle, CYCLE_UNITS, SETUP, false, accepted, 0, List.of(), Payload.wrap(state), total),
                null);
        covered = to;
    }

    private long add(JournalEntry entry, Runnable committed) {
        sizes.begin(0);
        sizes.add(new JournalQueue.Queued(entry, 1, 0, null), false);
        misaligned = (int) (misaligned + sizes.bytes()) % GRAIN;
        sizes.entries().clear();
        return RunJournal.add(writer.queue(), entry, committed);
    }
}
