package dev.sluice.app.pep;

import dev.sluice.api.WholeFile;
import dev.sluice.app.pep.Settings.Compute;
import dev.sluice.app.pep.Settings.Travel;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures as a table for users, and as lines {@code pep FIGURE VALUE UNIT} for programs. */
final class PepReport {
    /** Maximum number of cycles in the table; the file has all. */
    private static final int MOST_ROWS = 24;

    private static final List<Integer> PERCENTS = List.of(50, 95, 99);
    private static final String ROW = "%-6s %9s %10s %11s %12s  %-8s %10s %10s %10s %10s %10s%n";

    private final Settings settings;
    private final List<String> lines = new ArrayList<>();
    private final StringBuilder rows = new StringBuilder();
    private int cycles;

    PepReport(Settings settings) {
        this.settings = settings;
    }

    /** Adds one cycle; its measures are not kept. */
    void cycle(int number, Measures measures) {
        cycles++;
        if (cycles <= MOST_ROWS) {
            row(Integer.toString(number), measures);
        }
        if (settings.figures() != null) {
            figures("cycle." + number, measures);
        }
    }

    // ---- for users

    void print(Measures all, PrintStream out) {
        out.printf(
                "pep: time %s, compute %s, input %d B, result %s, setup %d B, seed %d%s%n",
                settings.times(),
                settings.compute().name().toLowerCase(Locale.ROOT),
                settings.inputBytes(),
                settings.resultSizes() + words(settings.travel()),
                settings.setupBytes(),
                settings.seed(),
                settings.verify() ? ", every byte verified" : "");
        out.printf(
                ROW, "cycle", "units", "wall", "units/s", "results/s", "compute", "mean", "sd", "50 %", "95 %", "99 %");
        out.print(rows);
        if (cycles > MOST_ROWS) {
            out.printf("…      %d more cycles (--figures has them)%n", cycles - MOST_ROWS);
        }
        if (cycles > 1) {
            rows.setLength(0);
            row("all", all);
            out.print(rows);
        }
        out.printf(
                "bytes: setups %d, inputs %d, results %d; checksum %016x%n",
                all.setupBytes, all.inputBytes, all.resultBytes, all.checksum);
        if (all.calibrated()) {
            out.printf(
                    Locale.ROOT,
                    "spin: the workers measured %.3f to %.3f million iterations a second of processor time%n",
                    all.slowest / 1e3,
                    all.fastest / 1e3);
        }
    }

    private static String words(Travel travel) {
        return switch (travel) {
            case EACH -> "";
            case AT_CYCLE_END -> " at the end of the cycle";
            case ACCUMULATED -> " of each worker at the end of the cycle";
        };
    }

    private void row(String name, Measures measures) {
        rows.append(String.format(
                Locale.ROOT,
                ROW,
                cells(
                        "asked",
                        measures.asked,
                        name,
                        measures.units(),
                        time((double) measures.wallNanos),
                        String.format(Locale.ROOT, "%.1f", measures.unitsPerSecond()),
                        String.format(Locale.ROOT, "%.2f MB", measures.resultBytesPerSecond() / 1e6))));
        rows.append(String.format(Locale.ROOT, ROW, cells("achieved", measures.achieved, "", "", "", "", "")));
        if (settings.compute() != Compute.NONE) {
            rows.append(String.format(Locale.ROOT, ROW, cells("of CPU", measures.cpu, "", "", "", "", "")));
        }
    }

    private static Object[] cells(String kind, Samples samples, Object... first) {
        List<Object> cells = new ArrayList<>(List.of(first));
        cells.add(kind);
        cells.add(time(samples.mean()));
        boolean known = samples.spreadKnown();
        cells.add(known ? time(samples.standardDeviation()) : "");
        PERCENTS.forEach(percent -> cells.add(known ? time(samples.quantile(percent / 100.0)) : ""));
        return cells.toArray();
    }

    /** Formats a time with about four significant digits. */
    static String time(double nanos) {
        if (nanos >= 1e9) {
            return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
        }
        if (nanos >= 1e6) {
            return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
        }
        return String.format(Locale.ROOT, "%.2f us", nanos / 1e3);
    }

    // ---- for programs

    /** Writes the requested file, if any, atomically. */
    void write(Measures all) throws IOException {
        Path figures = settings.figures();
        if (figures == null) {
            return;
        }
        figure("cycles", cycles, "cycles");
        figures("all", all);
        lines.add(String.format("pep all.checksum %016x hex", all.checksum));
        if (all.calibrated()) {
            figure("speed.least", all.slowest * 1000L, "iterations/s");
            figure("speed.most", all.fastest * 1000L, "iterations/s");
        }
        String text = String.join("\n", lines) + "\n";
        WholeFile.write(figures, to -> to.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void figures(String scope, Measures measures) {
        figure(scope + ".units", measures.units(), "units");
        figure(scope + ".wall", measures.wallNanos / 1e9, "s");
        figure(scope + ".rate", measures.unitsPerSecond(), "units/s");
        figure(scope + ".setup", measures.setupBytes, "B");
        figure(scope + ".inputs", measures.inputBytes, "B");
        figure(scope + ".results", measures.resultBytes, "B");
        figure(scope + ".goodput", measures.resultBytesPerSecond(), "B/s");
        samples(scope + ".asked", measures.asked);
        samples(scope + ".achieved", measures.achieved);
        if (settings.compute() != Compute.NONE) {
            samples(scope + ".cpu", measures.cpu);
        }
    }

    private void samples(String scope, Samples samples) {
        figure(scope + ".mean", samples.mean() / 1e9, "s");
        if (!samples.spreadKnown()) {
            return;
        }
        figure(scope + ".sd", samples.standardDeviation() / 1e9, "s");
        PERCENTS.forEach(percent -> figure(scope + ".p" + percent, samples.quantile(percent / 100.0) / 1e9, "s"));
    }

    private void figure(String name, long value, String unit) {
        lines.add("pep " + name + " " + value + " " + unit);
    }

    private void figure(String name, double value, String unit) {
        lines.add(String.format(Locale.ROOT, "pep %s %.9f %s", name, value, unit));
    }
}
