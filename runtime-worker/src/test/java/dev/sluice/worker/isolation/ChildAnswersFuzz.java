package dev.sluice.worker.isolation;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.testing.FuzzTarget;
import dev.sluice.worker.isolation.ChildWire.Usage;
import dev.sluice.worker.unit.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The answers of the process of a unit: to an application, to a setup, and then to units. */
public final class ChildAnswersFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(ChildAnswersFuzz::read, IOException.class);

    private ChildAnswersFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Usage usage = new Usage(1_000, 900, 5_000);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(ChildWire.DONE);
            out.write(ChildWire.DONE);
            out.write(ChildWire.RESULT);
            ChildWire.writeUsage(out, usage);
            ChildFormat.writeBytes(out, new byte[30]);
            out.write(ChildWire.RESULT_FILE);
            ChildWire.writeUsage(out, usage);
            out.write(ChildWire.FAILED);
            ChildWire.writeUsage(out, usage);
            out.writeInt(ErrorCode.UNIT_THREW.number());
            ChildFormat.writeText(out, "IllegalStateException");
            ChildFormat.writeText(out, "no");
            ChildFormat.writeText(out, "at App.compute");
            byte[] whole = bytes.toByteArray();
            out.write(ChildWire.EXITING);
            return List.of(whole, bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes end behind an answer, or in one, which is an IOException. */
    private static void read(byte[] input) throws IOException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(input);
        ChildAnswers answers = new ChildAnswers(new DataInputStream(bytes));
        Outcome outcome = new Outcome();
        answers.isDone(outcome);
        answers.isDone(outcome);
        while (bytes.available() > 0) {
            outcome.clear();
            answers.isInFile(outcome);
        }
    }
}
