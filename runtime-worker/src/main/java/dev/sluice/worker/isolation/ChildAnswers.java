package dev.sluice.worker.isolation;

import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.worker.isolation.ChildWire.Usage;
import dev.sluice.worker.unit.Outcome;
import java.io.DataInputStream;
import java.io.IOException;

/**
 * Reads the answers of a process that computes units. An {@link IOException} means that the process is gone, exits, or
 * has sent bytes that are no answer. Confined to the slot's thread.
 */
final class ChildAnswers {
    private final DataInputStream in;
    private UnitSite site = new UnitSite(0);
    private boolean exiting;
    private Usage usage = new Usage(0, 0, 0);

    ChildAnswers(DataInputStream in) {
        this.in = in;
    }

    /** The next answer is about the unit of this site. */
    void of(UnitSite next) {
        site = next;
    }

    /** Tells whether bytes have come that were not read yet. */
    boolean hasCome() throws IOException {
        return in.available() > 0;
    }

    /** Tells whether the process has said that it exits. */
    boolean isExiting() {
        return exiting;
    }

    /** Resource use of the last unit, and of the process so far. */
    Usage usage() {
        return usage;
    }

    /** Reads the answer to an application or a setup; false after a failure, which goes to the outcome. */
    boolean isDone(Outcome outcome) throws IOException {
        int kind = kind();
        if (kind == ChildWire.FAILED) {
            failed(outcome);
            return false;
        }
        expect(kind, ChildWire.DONE);
        return true;
    }

    /**
     * Reads the answer to a unit. Its result or failure goes to the outcome, but a large result is in the file.
     *
     * @return whether the file holds the result
     */
    boolean isInFile(Outcome outcome) throws IOException {
        int kind = kind();
        if (kind == ChildWire.FAILED) {
            failed(outcome);
            return false;
        }
        if (kind == ChildWire.RESULT_FILE) {
            usage = ChildWire.readUsage(in);
            return true;
        }
        expect(kind, ChildWire.RESULT);
        usage = ChildWire.readUsage(in);
        outcome.encoded(ChildFormat.readBytes(in), usage.nanos());
        return false;
    }

    private static void expect(int kind, int expected) throws IOException {
        if (kind != expected) {
            throw new IOException("kind " + kind + " (expected: one that answers, as " + expected + ")");
        }
    }

    private int kind() throws IOException {
        int kind = ChildFormat.readKind(in);
        while (kind == ChildWire.PROGRESS) {
            site.progress(in.readDouble(), ChildFormat.readText(in));
            kind = ChildFormat.readKind(in);
        }
        if (kind == ChildWire.EXITING) {
            exiting = true;
            throw new IOException("it exits");
        }
        return kind;
    }

    private void failed(Outcome outcome) throws IOException {
        usage = ChildWire.readUsage(in);
        ErrorCode code = ErrorCode.ofNumber(in.readInt()).orElse(ErrorCode.INTERNAL);
        outcome.failed(code, ChildFormat.readText(in), ChildFormat.readText(in), ChildFormat.readText(in));
    }
}
