package dev.sluice.app.pep;

import java.io.IOException;
import java.io.PrintStream;

/** The master's records of results, cycle by cycle. Confined to the master's calls. */
final class Ledger {
    private final Settings settings;
    private final PrintStream out;
    private final PepReport report;
    private final Measures all = new Measures();
    private Measures current = new Measures();
    private int cycle = -1;
    private long start;
    private boolean open;

    Ledger(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        this.report = new PepReport(settings);
    }

    void begin(int number) {
        cycle = number;
        current = new Measures();
        current.setupBytes = settings.setupBytes();
        open = true;
        start = System.nanoTime();
    }

    void accept(long index, UnitResult result) {
        String what = "result of unit " + index + " of cycle " + cycle;
        long bytes = settings.resultSizes().value(cycle, index);
        Labour.checkSize(what, result.bytes(), bytes);
        if (settings.verify()) {
            Content.check(what, result.content(), Chance.key(settings.seed(), Chance.Purpose.RESULT, cycle, index));
        }
        current.asked.add(settings.times().value(cycle, index));
        current.achieved.add(Math.max(0, result.wallNanos()));
        current.cpu.add(Math.max(0, result.cpuNanos()));
        current.speed(result.iterationsPerMilli());
        current.inputBytes += settings.inputBytes();
        current.resultBytes += bytes;
        current.checksum += checksum(cycle, index, result.content());
    }

    /** Records the accumulated result of the cycle. */
    void accumulated(CycleResult total) {
        String what = "result of cycle " + cycle;
        if (total.units() != settings.units(cycle)) {
            throw new IllegalStateException(
                    what + ": of " + total.units() + " units (expected: " + settings.units(cycle) + ", each once)");
        }
        byte[] expected = {};
        for (long index = 0; index < total.units(); index++) {
            current.asked.add(settings.times().value(cycle, index));
            if (settings.verify()) {
                long key = Chance.key(settings.seed(), Chance.Purpose.RESULT, cycle, index);
                expected = Content.combined(expected, Content.of(key, total.content().length));
            }
        }
        current.inputBytes = total.units() * settings.inputBytes();
        current.checksum = checksum(cycle, total.units(), total.content());
        if (total.units() > 0) {
            long bytes = settings.resultSizes().value(cycle, 0);
            Labour.checkSize(what, total.bytes(), bytes);
            current.resultBytes = bytes;
            current.achieved.addTotal(total.units(), total.wallNanos());
            current.cpu.addTotal(total.units(), total.cpuNanos());
        }
        if (settings.verify()) {
            Content.check(what, total.content(), expected);
        }
    }

    /** A checksum that depends on the bytes and on their unit. */
    static long checksum(int cycle, long index, byte[] content) {
        long place = Chance.mix(Chance.mix(cycle + 1L) + index);
        return Chance.mix(place + (Content.checksum(content) ^ (long) content.length << Integer.SIZE));
    }

    void end() {
        if (current.units() != settings.units(cycle)) {
            throw new IllegalStateException("cycle " + cycle + " ended with " + current.units() + " results (expected: "
                    + settings.units(cycle) + ", one for each unit)");
        }
        close();
    }

    /** Ends the current cycle early; results so far count. */
    void interrupted() {
        if (open) {
            close();
        }
    }

    private void close() {
        current.wallNanos = System.nanoTime() - start;
        open = false;
        report.cycle(cycle, current);
        all.add(current);
    }

    /** Prints the table and writes the file. */
    void report() throws IOException {
        report.print(all, out);
        report.write(all);
    }
}
