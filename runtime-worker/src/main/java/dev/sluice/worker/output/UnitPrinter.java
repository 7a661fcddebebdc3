package dev.sluice.worker.output;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The standard stream that units see, in front of that of the process. */
final class UnitPrinter extends PrintStream {
    private final PrintStream log;

    UnitPrinter(int number, PrintStream log, OutputBound bound) {
        super(new LogStream(number, log, bound), true, StandardCharsets.UTF_8);
        this.log = log;
    }

    /** Returns the stream behind a standard stream. */
    static PrintStream behind(PrintStream standard) {
        return standard instanceof UnitPrinter printer ? printer.log : standard;
    }

    /** Leaves the stream open: a unit that closes its output must not silence others. */
    @Override
    public void close() {
        flush();
    }
}
