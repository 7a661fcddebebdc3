package dev.sluice.master.journal;

import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Turns entries into the bodies of records and back. A body is the entry's head and then its payload, if any. */
final class EntryCoder {
    private static final int EPOCH_RAISED = 1;
    private static final int CYCLE_OPENED = 2;
    private static final int RESULTS_ACCEPTED = 3;
    private static final int CYCLE_CLOSED = 4;
    private static final int CHECKPOINT = 5;
    private static final int RUN_ENDED = 6;
    private static final int INPUTS_ENCODED = 7;
    private static final int RESULTS_VOIDED = 8;

    private static final int UNITS_ARRIVED = 9;

    private static final int CLOSED = 1;
    private static final int STATE = 2;
    private static final int TOTAL = 4;
    private static final int SHA_256_BYTES = 32;

    /** The longest head without its lists, and the longest element of a list [bytes]. */
    private static final int FIXED_BYTES = 128;

    private static final int ELEMENT_BYTES = 30;

    private EntryCoder() {}

    static int kind(JournalEntry entry) {
        if (entry instanceof JournalEntry.EpochRaised) {
            return EPOCH_RAISED;
        } else if (entry instanceof JournalEntry.CycleOpened) {
            return CYCLE_OPENED;
        } else if (entry instanceof JournalEntry.ResultsAccepted) {
            return RESULTS_ACCEPTED;
        } else if (entry instanceof JournalEntry.CycleClosed) {
            return CYCLE_CLOSED;
        } else if (entry instanceof JournalEntry.Checkpoint) {
            return CHECKPOINT;
        } else if (entry instanceof JournalEntry.InputsEncoded) {
            return INPUTS_ENCODED;
        } else if (entry instanceof JournalEntry.ResultsVoided) {
            return RESULTS_VOIDED;
        } else if (entry instanceof JournalEntry.UnitsArrived) {
            return UNITS_ARRIVED;
        }
        return RUN_ENDED;
    }

    /** Tells whether a header of a record is that of a checkpoint. */
    static boolean isCheckpoint(RecordHeader header) {
        return header.kind() == CHECKPOINT;
    }

    /** Tells whether a header of a record is that of results. */
    static boolean isResults(RecordHeader header) {
        return header.kind() == RESULTS_ACCEPTED;
    }

    /** The payload after the head; no reference is taken. */
    static List<Payload> payloads(JournalEntry entry) {
        if (entry instanceof JournalEntry.ResultsAccepted results) {
            return List.of(results.results());
        } else if (entry instanceof JournalEntry.Checkpoint checkpoint) {
            List<Payload> payloads = new ArrayList<>();
            if (checkpoint.state() != null) {
                payloads.add(checkpoint.state());
            }
            if (checkpoint.total() != null) {
                payloads.add(checkpoint.total());
            }
            return payloads;
        }
        return List.of();
    }

    /** Most bytes that the record of an entry takes. */
    static long mostBytes(JournalEntry entry) {
        long bytes = RecordHeader.BYTES + FIXED_BYTES;
        if (entry instanceof JournalEntry.ResultsAccepted results) {
            long elements = (long) results.runs().size() + results.accepted().ranges();
            return bytes + elements * ELEMENT_BYTES + results.results().size();
        } else if (entry instanceof JournalEntry.InputsEncoded inputs) {
            bytes += mostBytes(inputs.hashes());
        } else if (entry instanceof JournalEntry.ResultsVoided voided) {
            bytes += (long) voided.units().ranges() * ELEMENT_BYTES;
        } else if (entry instanceof JournalEntry.UnitsArrived arrived) {
            bytes += arrived.encoded().remaining();
        } else if (entry instanceof JournalEntry.Checkpoint checkpoint) {
            bytes += (long) checkpoint.accepted().ranges() * ELEMENT_BYTES;
            for (JournalEntry.InputsEncoded inputs : checkpoint.outstanding()) {
                bytes += mostBytes(inputs.hashes());
            }
            for (Payload payload : payloads(checkpoint)) {
                bytes += payload.size();
            }
        } else if (entry instanceof JournalEntry.RunEnded ended) {
            bytes += 4L * ended.outcome().length();
        }
        return bytes;
    }

    private static long mostBytes(UnitHashes hashes) {
        return ELEMENT_BYTES + (long) Integer.BYTES * hashes.units();
    }

    static void writeHead(JournalEntry entry, Encoder to) {
        if (entry instanceof JournalEntry.EpochRaised raised) {
            to.writeLong(raised.epoch());
        } else if (entry instanceof JournalEntry.CycleOpened opened) {
            to.writeVarint(opened.cycle());
            to.writeVarint(opened.units());
            writeHash(to, opened.setupSha256());
            if (opened.open()) {
                to.writeBoolean(true);
            }
        } else if (entry instanceof JournalEntry.ResultsAccepted results) {
            writeHead(results, to);
        } else if (entry instanceof JournalEntry.CycleClosed closed) {
            to.writeVarint(closed.cycle());
        } else if (entry instanceof JournalEntry.Checkpoint checkpoint) {
            writeHead(checkpoint, to);
        } else if (entry instanceof JournalEntry.InputsEncoded inputs) {
            to.writeVarint(inputs.cycle());
            writeInputs(to, inputs);
        } else if (entry instanceof JournalEntry.ResultsVoided voided) {
            to.writeVarint(voided.cycle());
            writeRanges(to, voided.units());
        } else if (entry instanceof JournalEntry.UnitsArrived arrived) {
            to.writeVarint(arrived.cycle());
            to.writeVarint(arrived.units());
            to.writeBoolean(arrived.last());
            to.writeVarint(arrived.encoded().remaining());
            to.writeRaw(arrived.encoded());
        } else if (entry instanceof JournalEntry.RunEnded ended) {
            to.writeString(ended.outcome());
        }
    }

    private static void writeHead(JournalEntry.ResultsAccepted results, Encoder to) {
        to.writeVarint(results.cycle());
        to.writeByte((byte) (results.form() == Results.Form.ACCUMULATED ? 1 : 0));
        List<ResultRun> runs = results.runs();
        to.writeVarint(runs.size());
        for (int i = 0; i < runs.size(); i++) {
            ResultRun run = runs.get(i);
            to.writeVarint(run.firstUnit());
            to.writeVarint(run.units());
            to.writeVarint(run.computeNanos());
        }
        writeRanges(to, results.accepted());
    }

    private static void writeHead(JournalEntry.Checkpoint checkpoint, Encoder to) {
        Payload state = checkpoint.state();
        Payload total = checkpoint.total();
        to.writeVarint(checkpoint.covered());
        to.writeVarint(checkpoint.cycle());
        to.writeVarint(checkpoint.units());
        writeHash(to, checkpoint.setupSha256());
        to.writeByte((byte)
                ((checkpoint.closed() ? CLOSED : 0) | (state != null ? STATE : 0) | (total != null ? TOTAL : 0)));
        to.writeVarint(state == null ? 0 : state.size());
        writeRanges(to, checkpoint.accepted());
        to.writeLong(checkpoint.inputs());
        to.writeVarint(checkpoint.outstanding().size());
        checkpoint.outstanding().forEach(inputs -> writeInputs(to, inputs));
    }

    private static void writeInputs(Encoder to, JournalEntry.InputsEncoded inputs) {
        to.writeVarint(inputs.firstUnit());
        to.writeVarint(inputs.hashes().units());
        for (int i = 0; i < inputs.hashes().units(); i++) {
            to.writeInt(inputs.hashes().at(i));
        }
    }

    private static void writeHash(Encoder to, String sha256) {
        byte[] hash = HexFormat.of().parseHex(sha256);
        to.writeRaw(hash, 0, hash.length);
    }

    /** Writes the number of ranges, and for each its distance from the end of the one before and its length. */
    private static void writeRanges(Encoder to, UnitRanges ranges) {
        to.writeVarint(ranges.ranges());
        long end = 0;
        for (int i = 0; i < ranges.ranges(); i++) {
            to.writeVarint(ranges.from(i) - end);
            to.writeVarint(ranges.to(i) - ranges.from(i));
            end = ranges.to(i);
        }
    }

    /**
     * Reads an entry without its payload, in place of which it has an empty one. The size of the payload is checked.
     *
     * @throws CodecException when the head is none
     * @throws IllegalArgumentException when the entry is none
     */
    static JournalEntry read(RecordHeader header, ByteBuffer head) {
        return read(header, head, Payload.empty());
    }

    /**
     * Reads an entry. It takes over the payload of results; a checkpoint has slices of it with references of their own.
     *
     * @throws CodecException when the head is none
     * @throws IllegalArgumentException when the entry is none
     */
    static JournalEntry read(RecordHeader header, ByteBuffer head, Payload payload) {
        Decoder from = new Decoder(head);
        long payloadBytes = header.length() - header.head();
        JournalEntry entry = switch (header.kind()) {
            case EPOCH_RAISED -> new JournalEntry.EpochRaised(from.readLong());
            case CYCLE_OPENED ->
                new JournalEntry.CycleOpened(
                        readCycle(from), from.readVarint(), readHash(from), from.remaining() > 0 && from.readBoolean());
            case RESULTS_ACCEPTED -> readResults(from, payload);
            case CYCLE_CLOSED -> new JournalEntry.CycleClosed(readCycle(from));
            case CHECKPOINT -> readCheckpoint(from, payload, payloadBytes);
            case INPUTS_ENCODED -> readInputs(from, readCycle(from));
            case RUN_ENDED -> new JournalEntry.RunEnded(from.readString());
            case RESULTS_VOIDED -> new JournalEntry.ResultsVoided(readCycle(from), readRanges(from));
            case UNITS_ARRIVED -> readArrived(from);
            default ->
                throw new CodecException("kind: " + header.kind() + " (expected: 1 to " + RecordHeader.KINDS + ")");
        };
        if (from.remaining() > 0) {
            throw new CodecException(from.remaining() + " bytes follow the entry (expected: none)");
        }
        if (payloadBytes > 0 && !isCheckpoint(header) && !isResults(header)) {
            throw new CodecException(payloadBytes + " bytes of payload (expected: none)");
        }
        return entry;
    }

    /** Reads the number of a cycle that another one can follow. */
    private static int readCycle(Decoder from) {
        long cycle = from.readVarint();
        if (cycle < 0 || cycle >= Integer.MAX_VALUE) {
            throw new CodecException(
                    "cycle " + Long.toUnsignedString(cycle) + " (expected: below " + Integer.MAX_VALUE + ")");
        }
        return (int) cycle;
    }

    private static JournalEntry.ResultsAccepted readResults(Decoder from, Payload payload) {
        int cycle = readCycle(from);
        Results.Form form = from.readBoolean() ? Results.Form.ACCUMULATED : Results.Form.EACH;
        int count = from.readLength(3);
        List<ResultRun> runs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long first = from.readVarint();
            int units = Math.toIntExact(from.readVarint());
            runs.add(ResultRun.of(1, 0, first, units, from.readVarint(), 0));
        }
        return new JournalEntry.ResultsAccepted(cycle, form, runs, readRanges(from), payload);
    }

    private static JournalEntry.InputsEncoded readInputs(Decoder from, int cycle) {
        long first = from.readVarint();
        int[] hashes = new int[from.readLength(Integer.BYTES)];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = from.readInt();
        }
        return new JournalEntry.InputsEncoded(cycle, first, new UnitHashes(hashes));
    }

    private static JournalEntry.UnitsArrived readArrived(Decoder from) {
        int cycle = readCycle(from);
        int units = Math.toIntExact(from.readVarint());
        boolean last = from.readBoolean();
        byte[] encoded = from.readRaw(from.readLength(1));
        Decoder each = new Decoder(ByteBuffer.wrap(encoded));
        for (int i = 0; i < units; i++) {
            each.skipSized();
        }
        if (each.remaining() > 0) {
            throw new CodecException(each.remaining() + " bytes follow the units (expected: none)");
        }
        return new JournalEntry.UnitsArrived(cycle, units, last, ByteBuffer.wrap(encoded));
    }

    private static JournalEntry.Checkpoint readCheckpoint(Decoder from, Payload payload, long payloadBytes) {
        long covered = from.readVarint();
        int cycle = readCycle(from);
        long units = from.readVarint();
        String hash = readHash(from);
        int flags = from.readByte();
        long stateBytes = from.readVarint();
        checkState(flags, stateBytes, payloadBytes);
        UnitRanges accepted = readRanges(from);
        long inputs = from.readLong();
        int count = from.readLength(2 + Integer.BYTES);
        List<JournalEntry.InputsEncoded> outstanding = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            outstanding.add(readInputs(from, cycle));
        }
        boolean whole = payload.size() > 0;
        Payload state = whole ? payload.slice(0, stateBytes) : payload;
        Payload total = whole ? payload.slice(stateBytes, payload.size() - stateBytes) : payload;
        return new JournalEntry.Checkpoint(
                covered,
                cycle,
                units,
                hash,
                (flags & CLOSED) != 0,
                accepted,
                inputs,
                outstanding,
                (flags & STATE) != 0 ? state : null,
                (flags & TOTAL) != 0 ? total : null);
    }

    /** Refuses a state that does not leave the rest of the payload to the accumulated value. */
    private static void checkState(int flags, long stateBytes, long payloadBytes) {
        if ((flags & ~(CLOSED | STATE | TOTAL)) != 0) {
            throw new CodecException("flags " + flags + " (expected: of " + (CLOSED | STATE | TOTAL) + ")");
        }
        long least = (flags & TOTAL) != 0 ? 0 : payloadBytes;
        long most = (flags & STATE) != 0 ? payloadBytes : 0;
        if (stateBytes < least || stateBytes > most) {
            throw new CodecException("a state of " + Long.toUnsignedString(stateBytes) + " bytes (expected: "
                    + (least == most ? least : least + " to " + most) + ", in a payload of " + payloadBytes + ")");
        }
    }

    private static String readHash(Decoder from) {
        return HexFormat.of().formatHex(from.readRaw(SHA_256_BYTES));
    }

    private static UnitRanges readRanges(Decoder from) {
        int count = from.readLength(2);
        UnitRanges ranges = new UnitRanges();
        long end = 0;
        for (int i = 0; i < count; i++) {
            long gap = from.readVarint();
            long units = from.readVarint();
            if (gap < (i == 0 ? 0 : 1) || units < 1) {
                throw new CodecException("range " + i + " of " + units + " after a gap of " + gap
                        + " (expected: ascending ranges that do not touch)");
            }
            long start = Math.addExact(end, gap);
            end = Math.addExact(start, units);
            ranges.add(start, end);
        }
        return ranges;
    }
}
