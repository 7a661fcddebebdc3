package dev.sluice.cli.trace;

import dev.sluice.master.record.ResultTrace;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The format of {@code units.csv}: one row for consecutive units; a column is empty where it is not known. */
final class UnitsFile {
    static final String HEADER =
            "cycle,first_unit,units,attempt,worker,host,slot,queued_s,started_s,ended_s,received_s,"
                    + "bytes_in,bytes_out,outcome,peak_bytes\n";
    private static final List<String> OUTCOMES = List.of("accepted", "superseded", "failed", "lost");
    private static final int MICRO_DIGITS = 6;

    private UnitsFile() {}

    /** The word for an outcome of {@link dev.sluice.model.record.RunRecorder}. */
    static String outcome(int number) {
        return OUTCOMES.get(number);
    }

    /** Writes the spans of a whole view. */
    static void write(RunView view, Path file) throws IOException {
        RunView.Spans spans = view.spans();
        try (Writer writer = Files.newBufferedWriter(file)) {
            writer.write(HEADER);
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < spans.lane().length; i++) {
                RunView.Lane lane = view.lanes().get(spans.lane()[i]);
                row.setLength(0);
                row.append(spans.cycle()[i]).append(',').append(spans.firstUnit()[i]);
                row.append(',').append(spans.units()[i]).append(",,");
                place(row, lane.worker(), lane.host(), lane.slot());
                seconds(row.append(','), spans.fromMicros()[i]);
                seconds(row.append(','), spans.fromMicros()[i] + spans.micros()[i]);
                row.append(",,,,").append(outcome(spans.outcome()[i])).append(',');
                known(row, spans.peakBytes().length == 0 || spans.peakBytes()[i] == 0 ? -1 : spans.peakBytes()[i]);
                row.append('\n');
                writer.append(row);
            }
        }
    }

    /** The row of a run of results. */
    static String row(ResultTrace.Row run) {
        StringBuilder row = new StringBuilder(128);
        row.append(run.cycle()).append(',').append(run.run().firstUnit());
        row.append(',').append(run.run().units());
        row.append(',').append(run.run().attempt()).append(',');
        place(row, run.worker(), run.host(), run.slot());
        if (run.queuedNanos() >= 0) {
            seconds(row, run.queuedNanos() / 1_000);
        }
        row.append(',');
        if (run.endedNanos() >= 0) {
            seconds(row, Math.max(0, run.endedNanos() - run.run().computeNanos()) / 1_000);
        }
        row.append(',');
        if (run.endedNanos() >= 0) {
            seconds(row, run.endedNanos() / 1_000);
        }
        seconds(row.append(','), run.receivedNanos() / 1_000);
        known(row.append(','), run.bytesIn());
        known(row.append(','), run.bytes());
        row.append(',').append(outcome(run.outcome())).append(',');
        known(row, run.run().peakBytes() == 0 ? -1 : run.run().peakBytes());
        return row.append('\n').toString();
    }

    private static void known(StringBuilder row, long number) {
        row.append(number < 0 ? "" : String.valueOf(number));
    }

    /** Worker, host and slot, and the comma before the next. */
    private static void place(StringBuilder row, String worker, String host, int slot) {
        row.append(quoted(worker)).append(',').append(quoted(host)).append(',');
        row.append(slot == 0 ? "" : String.valueOf(slot)).append(',');
    }

    private static void seconds(StringBuilder row, long micros) {
        row.append(BigDecimal.valueOf(micros, MICRO_DIGITS).toPlainString());
    }

    /** The text as a field; quoted where it has a comma, a quote or a line break. */
    private static String quoted(String text) {
        boolean plain = text.chars().allMatch(c -> c != ',' && c != '"' && c != '\n' && c != '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
