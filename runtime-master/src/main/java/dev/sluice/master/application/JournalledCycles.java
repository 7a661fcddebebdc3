package dev.sluice.master.application;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.Hosted;
import dev.sluice.master.InputSource;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.Replay;
import dev.sluice.master.journal.UnitHashes;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.message.Results.Form;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The cycles of an application in the journal of its run: what earlier masters wrote, and what this one adds, with
 * checkpoints. Confined to the application thread.
 */
final class JournalledCycles {
    /** Growth of the journal after which a state is kept [bytes], and the same at the end of a cycle. */
    private static final long GROWN_BYTES = 64L << 20;

    private static final long GROWN_AT_END_BYTES = 1L << 20;

    /** A state is kept when the journal has grown by so many times its size. */
    private static final long STATES = 8;

    private final ApplicationInputs inputs;
    private final Hosted<Object, Object, Object> application;
    private final boolean accumulates;
    private final boolean keepsState;
    private JournalledRun journal = JournalledRun.NONE;
    private int cycle;
    private long units;
    /** An open cycle has no state in its middle: its source may have given units that no result stands for. */
    private boolean open;

    private boolean resident;

    private UnitRanges fromSource = new UnitRanges();
    private String setupSha256 = "";
    private UnitRanges accepted = new UnitRanges();
    private CycleInputs encoded = new CycleInputs(0);
    /** Position of the last entry whose effect the application has. */
    private long taken;
    /** Growth of the journal at which the application is asked for its state again [bytes]. */
    private long nextBytes = GROWN_BYTES;

    private long nextAtEndBytes = GROWN_AT_END_BYTES;

    JournalledCycles(ApplicationInputs inputs, boolean accumulates) {
        this.inputs = inputs;
        this.application = inputs.application();
        this.accumulates = accumulates;
        this.keepsState = application.keepsCheckpoints();
    }

    /**
     * The place where the application goes on.
     *
     * @param cycle the next cycle to begin
     * @param total accumulated value of that cycle so far; null if there is none
     */
    record Restored(int cycle, @Nullable Object total) {
        static final Restored NOTHING = new Restored(0, null);
    }

    void journal(JournalledRun run) {
        journal = run;
        if (run.isOn()) {
            inputs.whenEncoded(this::encoded);
        }
    }

    /** Gives the application its last state, if an earlier master has kept one. */
    Restored restore() throws ApplicationException {
        Optional<JournalEntry.Checkpoint> kept = journal.recovered().flatMap(Recovered::checkpoint);
        if (kept.isEmpty()) {
            return Restored.NOTHING;
        }
        JournalEntry.Checkpoint checkpoint = kept.get();
        Payload state = checkpoint.state();
        if (state != null) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(state.size()));
            Arrays.stream(state.buffers()).forEach(bytes::put);
            application.restore(bytes.array());
        }
        if (checkpoint.closed()) {
            return new Restored(checkpoint.cycle() + 1, null);
        }
        Payload total = checkpoint.total();
        return new Restored(checkpoint.cycle(), total == null ? null : decoded(total));
    }

    private Object decoded(Payload total) {
        try {
            return application.resultCodec().decode(total.decoder());
        } catch (RuntimeException | Error e) {
            throw CodecFailures.of("result: the accumulated value of the journal", e);
        }
    }

    /**
     * A cycle begins. Returns what earlier masters knew of it; null if it is new. A new one is committed before workers
     * learn of it, because workers that outlive this master keep its setup.
     *
     * @param closed tells whether to wait no longer
     * @throws SluiceException RESUMED_SETUP_DIFFERS or RESUMED_UNIT_DIFFERS if the cycle is another than in the journal
     */
    Recovered.@Nullable Cycle begin(int number, Cycle<?> begun, Payload setup, BooleanSupplier closed)
            throws ApplicationException {
        if (!journal.isOn()) {
            return null;
        }
        cycle = number;
        open = begun.open();
        resident = begun.parts() > 0;
        units = begun.units();
        setupSha256 = sha256(setup);
        accepted = new UnitRanges();
        encoded = new CycleInputs(number);
        journal.keepAll(open ? number : -1);
        Recovered.Cycle earlier = journal.earlier(number);
        if (earlier == null) {
            taken = journal.add(new JournalEntry.CycleOpened(number, units, setupSha256, open));
            journal.await(taken, closed);
            return null;
        }
        if (earlier.units() != units
                || earlier.open() != open
                || !earlier.setupSha256().equals(setupSha256) && !journal.isVouched()) {
            setup.release();
            throw new SluiceException(
                    ErrorCode.RESUMED_SETUP_DIFFERS,
                    "cycle " + number + " has " + units + " units and the setup " + setupSha256.substring(0, 12)
                            + " (expected: as before the run was resumed, " + earlier.units() + " units and the setup "
                            + earlier.setupSha256().substring(0, 12) + ")");
        }
        earlier.known().forEach(accepted::add);
        try {
            if (!open) {
                compare(earlier);
            }
        } catch (ApplicationException | RuntimeException e) {
            setup.release();
            throw e;
        }
        return earlier;
    }

    /**
     * Compares units of an open cycle, when the application knows all that earlier masters knew. Those that came from
     * the source are in the journal themselves. Units of a resident cycle are known while their step lasts, and follow
     * from the results alone.
     */
    void compareOpen(Recovered.Cycle earlier, UnitRanges ofSource) throws ApplicationException {
        encoded = new CycleInputs(cycle);
        fromSource = ofSource;
        if (!resident) {
            compare(earlier);
        }
    }

    /** Units came from the source of an open cycle; returns the position of the entry. Any thread. */
    long came(JournalEntry.UnitsArrived those) {
        return journal.add(those);
    }

    /** Units of the cycle were encoded. Their hashes are in the journal before their results can be. */
    private void encoded(long first, int count, Payload bytes) {
        UnitHashes hashes = UnitHashes.of(count, bytes);
        if (hashes != null) {
            journal.add(new JournalEntry.InputsEncoded(cycle, first, hashes));
            if (keepsCheckpoints()) {
                encoded.encoded(first, hashes);
            }
        }
    }

    /** Compares units whose results were accepted, or may be held by workers, with what they are now. */
    private void compare(Recovered.Cycle earlier) throws ApplicationException {
        Recovered recovered = journal.recovered().orElseThrow();
        JournalEntry.Checkpoint kept = recovered.checkpoint().orElse(null);
        if (kept != null && kept.cycle() == earlier.cycle()) {
            encoded.restore(kept);
            if (kept.inputs() != 0 && kept.inputs() != sum(kept.accepted())) {
                throw differs("one of the units " + kept.accepted());
            }
            kept.accepted().forEach((from, to) -> {
                if (!earlier.known().containsAll(from, to)) {
                    encoded.voided();
                }
            });
        }
        Replay outline = recovered.outline(earlier.cycle());
        try {
            for (JournalEntry next = outline.nextEntry(); next != null; next = outline.nextEntry()) {
                if (next instanceof JournalEntry.InputsEncoded sent) {
                    encoded.encoded(sent.firstUnit(), sent.hashes());
                } else if (next instanceof JournalEntry.ResultsAccepted results) {
                    compare(encoded.accepted(results.units()));
                }
            }
        } finally {
            close(outline);
        }
        if (journal.isOutlived()) {
            compare(encoded.outstanding());
        }
        if (!keepsCheckpoints()) {
            encoded = new CycleInputs(cycle);
        }
    }

    private void compare(List<JournalEntry.InputsEncoded> those) throws ApplicationException {
        for (JournalEntry.InputsEncoded before : those) {
            UnitRanges rest = new UnitRanges();
            rest.add(before.firstUnit(), before.endUnit());
            fromSource.forEach(rest::remove);
            for (int range = 0; range < rest.ranges(); range++) {
                forEachHash(rest.from(range), rest.to(range), (first, hashes) -> {
                    for (int i = 0; i < hashes.units(); i++) {
                        if (hashes.at(i) != before.hashes().at((int) (first + i - before.firstUnit()))) {
                            throw differs("unit " + (first + i));
                        }
                    }
                });
            }
        }
    }

    private long sum(UnitRanges those) throws ApplicationException {
        long[] sum = {0};
        for (int i = 0; i < those.ranges(); i++) {
            forEachHash(those.from(i), those.to(i), (first, hashes) -> sum[0] += CycleInputs.sum(first, hashes));
        }
        return sum[0];
    }

    /** Encodes units [from, to) and gives their hashes, some at a time. */
    private void forEachHash(long from, long to, BiConsumer<Long, UnitHashes> each) throws ApplicationException {
        for (long unit = from; unit < to; ) {
            InputSource.Inputs now = inputs.encode(unit, to);
            try {
                each.accept(unit, UnitHashes.ofAll(now.units(), now.bytes()));
            } finally {
                now.bytes().release();
            }
            unit += now.units();
        }
    }

    private SluiceException differs(String which) {
        return new SluiceException(
                ErrorCode.RESUMED_UNIT_DIFFERS,
                which + " of cycle " + cycle + " differs from the unit whose result is in the journal (expected: the"
                        + " same units in the same order as before the run was resumed)");
    }

    /** The results of earlier masters in this cycle. */
    Replay replay(int number) {
        return journal.recovered().orElseThrow().replay(number);
    }

    static void close(Replay replay) {
        try {
            replay.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a file that was only read
        }
    }

    /** The units of a cycle that ended without their results, or whose results are void. */
    List<FailedUnit> missing(Recovered.Cycle of, long unitsOfIt, UnitRanges voids, String why) {
        UnitRanges rest = new UnitRanges();
        rest.add(0, unitsOfIt);
        of.known().forEach(rest::remove);
        rest.addAll(voids);
        List<FailedUnit> missing = new ArrayList<>();
        rest.forEach((from, to) -> {
            for (long unit = from; unit < to; unit++) {
                missing.add(new FailedUnit(of.cycle(), unit, why));
            }
        });
        return missing;
    }

    /** The result of this unit exists since before the run. */
    void known(long unit) throws ApplicationException {
        if (journal.isOn()) {
            inputs.next(unit, unit + 1).bytes().release();
        }
    }

    /** Adds a result that exists since before the run. */
    void kept(long unit, Object value) {
        if (!journal.isOn()) {
            return;
        }
        PayloadEncoder encoder = new PayloadEncoder();
        try {
            encoder.writeSized(application.resultCodec(), value);
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw CodecFailures.of("result of unit " + unit, e);
        }
        UnitRanges one = new UnitRanges();
        one.add(0, 1);
        Payload encoded = encoder.finish();
        List<ResultRun> run = List.of(ResultRun.of(1, 0, unit, 1, 0, 0));
        Form form = accumulates ? Form.ACCUMULATED : Form.EACH;
        JournalEntry.ResultsAccepted entry = new JournalEntry.ResultsAccepted(cycle, form, run, one, encoded);
        taken = journal.add(entry);
        accepted(entry);
        encoded.release();
    }

    /** The application has these results. */
    void accepted(JournalEntry.ResultsAccepted entry) {
        if (keepsCheckpoints() && entry.cycle() == cycle) {
            UnitRanges those = entry.units();
            those.forEach(accepted::add);
            encoded.accepted(those);
        }
    }

    /** The results of these units, which were accepted, cannot be decoded. */
    void voided(int ofCycle, UnitRanges those) {
        if (ofCycle == cycle) {
            those.forEach(accepted::remove);
            encoded.voided();
            journal.add(new JournalEntry.ResultsVoided(ofCycle, those.copy()));
        }
    }

    /**
     * The application has all results up to this position: its state is kept, if it is time.
     *
     * @param total the accumulated value so far; null if there is none
     */
    void taken(long position, @Nullable Object total) throws ApplicationException {
        taken = Math.max(taken, position);
        if (!open && journal.bytesSinceCheckpoint() >= nextBytes && keepsCheckpoints()) {
            checkpoint(total, false);
        }
    }

    /** The cycle has ended with so many units, and the application was told. */
    void end(int number, long unitsOfIt) throws ApplicationException {
        units = unitsOfIt;
        Recovered.Cycle earlier = journal.earlier(number);
        if (!journal.isOn() || earlier != null && earlier.closed()) {
            return;
        }
        if (journal.hasAll(number)) { // else the next master has units of it computed again
            taken = journal.add(new JournalEntry.CycleClosed(number));
        }
        if (journal.bytesSinceCheckpoint() >= nextAtEndBytes && keepsState && !isRepeated()) {
            checkpoint(null, true);
        }
    }

    /** The accumulated value alone is the whole state only before the end of the first cycle. */
    private boolean keepsCheckpoints() {
        return (keepsState || accumulates && cycle == 0) && !isRepeated();
    }

    /** Tells whether the journal has entries of the next cycle, which a state of this one does not stand for. */
    private boolean isRepeated() {
        return journal.earlier(cycle + 1) != null;
    }

    private void checkpoint(@Nullable Object total, boolean closed) throws ApplicationException {
        Optional<byte[]> state = keepsState ? application.checkpoint() : Optional.empty();
        if (state.isEmpty() && (total == null || cycle > 0)) {
            nextBytes = 2 * journal.bytesSinceCheckpoint(); // there is none now
            nextAtEndBytes = nextBytes;
            return;
        }
        Payload kept =
                state.map(bytes -> Payload.wrap(ByteBuffer.wrap(bytes.clone()))).orElse(null);
        Payload value = total == null ? null : encoded(total);
        long bytes = (kept == null ? 0 : kept.size()) + (value == null ? 0 : value.size());
        journal.add(new JournalEntry.Checkpoint(
                journal.sequence(taken),
                cycle,
                units,
                setupSha256,
                closed,
                accepted.copy(),
                encoded.sum(),
                encoded.outstanding(),
                kept,
                value));
        if (value != null) {
            value.release();
        }
        nextBytes = Math.max(GROWN_BYTES, STATES * bytes);
        nextAtEndBytes = Math.max(GROWN_AT_END_BYTES, STATES * bytes);
    }

    private Payload encoded(Object total) {
        PayloadEncoder encoder = new PayloadEncoder();
        try {
            application.resultCodec().encode(total, encoder);
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw CodecFailures.of("result: the accumulated value", e);
        }
        return encoder.finish();
    }

    private static String sha256(Payload encoded) {
        MessageDigest digest = ContentHash.sha256();
        for (ByteBuffer part : encoded.buffers()) {
            digest.update(part);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
