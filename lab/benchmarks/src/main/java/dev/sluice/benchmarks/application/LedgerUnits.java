package dev.sluice.benchmarks.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/**
 * Units whose values are known in advance, and which write down what happens to them in files outside of the run: the
 * ledger of a fault campaign. Lines of {@code computed} are {@code CYCLE UNIT PID MILLIS}, written when a computation
 * begins. Lines of {@code master} are {@code MASTER MILLIS EVENT CYCLE [UNIT]}, where MASTER is one process of the
 * master; the events are those of {@link Event}. Each line is one write at the end of the file.
 */
public final class LedgerUnits extends Application<LedgerSetup, Long, LedgerValue> {
    /** The events that a master process writes down. */
    public enum Event {
        /** A cycle begins. */
        OPENED,
        /** A unit is made, to be sent to a worker. */
        MADE,
        /** A result is accepted. */
        ACCEPTED,
        /** An accumulated value is accepted; the number of its units stands in the place of a unit. */
        TOTAL,
        /** A unit that a restored state contains. */
        RESTORED,
        /** A cycle that a restored state contains. */
        KEPT,
        /** A cycle has ended. */
        CLOSED,
        /** The answer is written. */
        COMPLETE
    }

    /** How results travel. */
    public enum Mode {
        EACH,
        END,
        SUM
    }

    @Option(names = "--mode", defaultValue = "EACH")
    private Mode mode = Mode.EACH;

    @Option(names = "--units", defaultValue = "100")
    private long units = 100;

    @Option(names = "--cycles", defaultValue = "1")
    private int cycles = 1;

    @Option(names = "--largest", defaultValue = "1000", description = "limit of the bytes of a result")
    private int largest = 1000;

    @Option(names = "--failing", defaultValue = "0", description = "every n-th unit fails at its first attempt")
    private int failing;

    @Option(names = "--compute-millis", defaultValue = "10")
    private long computeMillis = 10;

    @Option(names = "--between-millis", defaultValue = "0", description = "pause before each cycle")
    private long betweenMillis;

    @Option(names = "--checkpoint", description = "return the state for checkpoints")
    private boolean checkpoints;

    @Option(names = "--ledger", required = true, description = "directory of the ledger; it exists")
    private Path ledger = Path.of("");

    @Option(names = "--answer", required = true, description = "file of the answer")
    private Path answer = Path.of("");

    /** Names this process of the master. */
    private final String master = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());

    private final StringBuilder text = new StringBuilder();
    private BitSet accepted = new BitSet();
    private int cycle;
    private long chain;
    private long sum;
    private long counted;

    @Override
    protected Results<LedgerValue> results() {
        return switch (mode) {
            case EACH -> Results.each();
            case END -> Results.atCycleEnd();
            case SUM -> Accumulation.exact(LedgerValue.NOTHING, LedgerValue::plus);
        };
    }

    @Override
    protected Cycle<LedgerSetup> cycle(int number) throws IOException {
        pause(betweenMillis);
        note(Event.OPENED, number, -1);
        if (number != cycle) {
            cycle = number;
            accepted = new BitSet();
            sum = 0;
            counted = 0;
        }
        LedgerSetup setup = new LedgerSetup(number, chain);
        return number == cycles - 1 ? Cycle.only(units, setup) : Cycle.of(units, setup);
    }

    @Override
    protected Long unit(long index) throws IOException {
        note(Event.MADE, cycle, index);
        return index;
    }

    @Override
    protected LedgerValue compute(LedgerSetup setup, Long index) throws IOException {
        write(
                "computed",
                setup.cycle() + " " + index + " " + ProcessHandle.current().pid() + " " + System.currentTimeMillis()
                        + "\n");
        if (failing > 0 && index % failing == failing - 1) {
            failOnce(setup.cycle() + "-" + index);
        }
        pause(computeMillis);
        LedgerValue value = LedgerAnswer.value(setup, index, largest);
        return mode == Mode.SUM ? LedgerValue.NOTHING.plus(value) : value;
    }

    private void failOnce(String unit) throws IOException {
        try {
            Files.createFile(ledger.resolve("failed-" + unit));
        } catch (FileAlreadyExistsException before) {
            return;
        }
        throw new IllegalStateException("unit " + unit + " fails once, on purpose");
    }

    @Override
    protected Verdict accept(long index, LedgerValue result) throws IOException {
        if (!result.isWhole()) {
            throw new IllegalStateException("result of unit " + index + " has changed (expected: what was computed)");
        }
        note(Event.ACCEPTED, cycle, index);
        accepted.set((int) index);
        sum += result.digest();
        counted++;
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict accumulated(LedgerValue total) throws IOException {
        note(Event.TOTAL, cycle, total.units());
        sum = total.digest();
        counted = total.units();
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) throws IOException {
        note(Event.CLOSED, number, -1);
        text.append(LedgerAnswer.line(number, counted, sum));
        chain = LedgerAnswer.next(chain, sum);
        // The next cycle begins with nothing, also if the state of this moment is restored.
        cycle = number + 1;
        accepted = new BitSet();
        sum = 0;
        counted = 0;
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        Path whole = answer.resolveSibling(answer.getFileName() + ".new");
        Files.writeString(whole, text);
        Files.move(whole, answer, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        note(Event.COMPLETE, cycles, -1);
    }

    @Override
    protected Optional<byte[]> checkpoint() throws IOException {
        if (!checkpoints) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(cycle);
        out.writeLong(chain);
        out.writeLong(sum);
        out.writeLong(counted);
        out.writeUTF(text.toString());
        out.write(accepted.toByteArray());
        return Optional.of(bytes.toByteArray());
    }

    @Override
    protected void restore(byte[] state) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        cycle = in.readInt();
        chain = in.readLong();
        sum = in.readLong();
        counted = in.readLong();
        text.append(in.readUTF());
        accepted = BitSet.valueOf(in.readAllBytes());
        List<String> lines = new ArrayList<>();
        for (int kept = 0; kept < cycle; kept++) {
            lines.add(line(Event.KEPT, kept, -1));
        }
        accepted.stream().forEach(index -> lines.add(line(Event.RESTORED, cycle, index)));
        write("master", String.join("", lines));
    }

    private void note(Event event, int number, long unit) throws IOException {
        write("master", line(event, number, unit));
    }

    private String line(Event event, int number, long unit) {
        return master + " " + System.currentTimeMillis() + " " + event + " " + number + (unit < 0 ? "" : " " + unit)
                + "\n";
    }

    private void write(String file, String lines) throws IOException {
        byte[] bytes = lines.getBytes(StandardCharsets.US_ASCII);
        Files.write(ledger.resolve(file), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void pause(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis * 1_000_000; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
