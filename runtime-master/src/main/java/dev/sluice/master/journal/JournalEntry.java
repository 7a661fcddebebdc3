package dev.sluice.master.journal;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One fact about a run. The order of entries is the order in which the facts hold. */
public sealed interface JournalEntry {
    private static void atLeast(long least, String name, long value) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: at least " + least + ")");
        }
    }

    private static void sha256(String text) {
        if (!text.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("SHA-256: '" + text + "' (expected: 64 hexadecimal digits)");
        }
    }

    /** A master begins with this epoch. {@link RunJournal} adds it by itself when it opens. */
    record EpochRaised(long epoch) implements JournalEntry {
        public EpochRaised {
            atLeast(1, "epoch", epoch);
        }
    }

    /**
     * A cycle begins.
     *
     * @param units of the cycle
     * @param setupSha256 SHA-256 of the encoded setup in 64 hexadecimal digits
     * @param open whether units are added to those with which it begins
     */
    record CycleOpened(int cycle, long units, String setupSha256, boolean open) implements JournalEntry {
        /** A cycle whose units are all known. */
        public CycleOpened(int cycle, long units, String setupSha256) {
            this(cycle, units, setupSha256, false);
        }

        public CycleOpened {
            atLeast(0, "cycle", cycle);
            atLeast(0, "units", units);
            sha256(setupSha256);
        }
    }

    /**
     * Inputs of units were encoded, and may be sent from now on. Later entries replace earlier ones of the same units.
     *
     * @param hashes of the units from {@code firstUnit} on
     */
    record InputsEncoded(int cycle, long firstUnit, UnitHashes hashes) implements JournalEntry {
        public InputsEncoded {
            atLeast(0, "cycle", cycle);
            atLeast(0, "first unit", firstUnit);
            atLeast(1, "units", hashes.units());
        }

        public long endUnit() {
            return firstUnit + hashes.units();
        }
    }

    /**
     * Results that the master accepts.
     *
     * @param form never {@link Results.Form#COMPLETED}, which has no results
     * @param runs the units, in the order of {@code results}. Their attempts and nonces are not kept: entries that were
     *     read have attempt 1 and nonce 0
     * @param accepted places in {@code results}, from 0, of the results that count; all others are void
     * @param results the encoded results, each after its length as a varint
     */
    record ResultsAccepted(int cycle, Results.Form form, List<ResultRun> runs, UnitRanges accepted, Payload results)
            implements JournalEntry {
        public ResultsAccepted {
            atLeast(0, "cycle", cycle);
            if (form == Results.Form.COMPLETED) {
                throw new IllegalArgumentException("form: COMPLETED (expected: EACH or ACCUMULATED)");
            }
            if (runs.isEmpty()) {
                throw new IllegalArgumentException("results: of no units (expected: of at least 1)");
            }
            runs = List.copyOf(runs);
        }

        /** The accepted units of the cycle. */
        public UnitRanges units() {
            UnitRanges units = new UnitRanges();
            long first = 0;
            for (ResultRun run : runs) {
                long place = first;
                accepted.forEachWithin(place, place + run.units(), (from, to) -> {
                    units.add(run.firstUnit() + from - place, run.firstUnit() + to - place);
                });
                first += run.units();
            }
            return units;
        }

        /** The same results, of which those of these units are void. An accumulated value is void as a whole. */
        ResultsAccepted without(UnitRanges units) {
            UnitRanges rest = accepted.copy();
            long first = 0;
            for (ResultRun run : runs) {
                long offset = first - run.firstUnit();
                units.forEachWithin(run.firstUnit(), run.endUnit(), (from, to) -> {
                    rest.remove(from + offset, to + offset);
                });
                first += run.units();
            }
            if (form == Results.Form.ACCUMULATED && rest.size() < accepted.size()) {
                rest.clear();
            }
            return new ResultsAccepted(cycle, form, runs, rest, results);
        }
    }

    /** Accepted results that the application could not decode. Units whose results follow have a result again. */
    record ResultsVoided(int cycle, UnitRanges units) implements JournalEntry {
        public ResultsVoided {
            atLeast(0, "cycle", cycle);
            atLeast(1, "units", units.size());
        }
    }

    /**
     * Units came from the source of an open cycle. They follow all units that it has when the results before this entry
     * are accepted.
     *
     * @param units their number
     * @param last whether the source has closed the cycle
     * @param encoded the units, each after its length as a varint
     */
    record UnitsArrived(int cycle, int units, boolean last, ByteBuffer encoded) implements JournalEntry {
        public UnitsArrived {
            atLeast(0, "cycle", cycle);
            atLeast(0, "units", units);
            encoded = encoded.asReadOnlyBuffer();
        }

        /** The bytes, with a position of their own. */
        @Override
        public ByteBuffer encoded() {
            return encoded.duplicate();
        }
    }

    /** A cycle has ended, and the application was told. */
    record CycleClosed(int cycle) implements JournalEntry {
        public CycleClosed {
            atLeast(0, "cycle", cycle);
        }
    }

    /**
     * A state that stands for all entries up to a sequence number: these are read no more, and their segments are
     * deleted once the checkpoint is committed. The checkpoint itself is always forced to the disk.
     *
     * @param covered the last sequence number whose effect {@code state} and {@code total} include
     * @param cycle the current cycle, or the last one if none has begun since
     * @param units of the cycle
     * @param setupSha256 as in {@link CycleOpened}
     * @param closed whether the end of the cycle is covered
     * @param accepted units of the cycle whose results are covered
     * @param inputs sum over the inputs of these units, 0 if they are not compared
     * @param outstanding inputs of units that were encoded before, and whose results are not covered
     * @param state what the application's {@code checkpoint()} returned; null if it has none
     * @param total the accumulated value, encoded; null if nothing is accumulated
     */
    record Checkpoint(
            long covered,
            int cycle,
            long units,
            String setupSha256,
            boolean closed,
            UnitRanges accepted,
            long inputs,
            List<InputsEncoded> outstanding,
            @Nullable Payload state,
            @Nullable Payload total)
            implements JournalEntry {
        public Checkpoint {
            atLeast(0, "covered", covered);
            atLeast(0, "cycle", cycle);
            atLeast(0, "units", units);
            sha256(setupSha256);
            outstanding = List.copyOf(outstanding);
        }
    }

    /** The run has ended by itself, for example with outcome {@code COMPLETE} or {@code FAILED}. */
    record RunEnded(String outcome) implements JournalEntry {}
}
