package dev.sluice.insight.replay;

import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainJson;
import dev.sluice.insight.gain.RecordedUnits;
import dev.sluice.insight.gain.RunReplica;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as its directory has it: {@code model.json}, and {@code units.csv} if there is one.
 *
 * @param run its id
 * @param seconds that it took, from the start of its master's clock to its end [s]
 * @param recordedUnits units with a recorded time
 * @param units all accepted units
 * @param replica for the simulator; it makes the changes of the hand-out that the run made
 * @param measured as {@code model.json} has it
 * @param timed as {@code units.csv} has them
 */
public record RecordedRun(
        String run,
        double seconds,
        long recordedUnits,
        long units,
        RunReplica replica,
        GainInput measured,
        RecordedUnits timed) {
    /** The name of the file with the measurements of a run. */
    public static final String MODEL = "model.json";

    private static final String UNITS = "units.csv";

    /** A run writes at most this into it. */
    private static final long MOST_BYTES = 1L << 30;

    /**
     * Reads a run's directory.
     *
     * @throws SluiceException if it has no measurements, or they cannot be read
     */
    public static RecordedRun read(Path directory) {
        Path file = directory.resolve(MODEL);
        if (!Files.isReadable(file)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    file
                            + ": not there (expected: a finished run of this or a later version, with at most 4,096"
                            + " workers)",
                    "A run leaves this file when it ends, and none if it was killed. 'sluice runs' shows the state of"
                            + " each run.");
        }
        JsonTree json = JsonTree.read(file);
        GainInput input = GainJson.read(json);
        if (input.workers().isEmpty() || !(input.work().unitSeconds() > 0)) {
            throw new SluiceException(
                    ErrorCode.USAGE, file + ": the run computed nothing (expected: a run with accepted units)");
        }
        RecordedUnits units = units(directory.resolve(UNITS));
        return new RecordedRun(
                json.at("run").text(),
                input.seconds(),
                Math.min(units.units(), input.work().doneUnits()),
                input.work().doneUnits(),
                json.made("measurements that fit each other", unused -> RunReplica.of(input, units)),
                input,
                units);
    }

    /** Changes of the hand-out while the run went on. */
    public int changes() {
        return measured.terms().script().switches().size();
    }

    /** The run with another draw of the units without a recorded time; equal seeds draw equal units. */
    RunReplica replica(long seed) {
        return RunReplica.of(measured, timed, seed);
    }

    private static RecordedUnits units(Path file) {
        if (!Files.isReadable(file)) {
            return RecordedUnits.NONE;
        }
        Source source = new Source(
                file.toString(), "a row of " + UNITS, message -> new SluiceException(ErrorCode.USAGE, message));
        List<RecordedUnits.Entry> entries = new ArrayList<>();
        try {
            List<String> lines = source.read(file, MOST_BYTES).lines().toList();
            for (int i = 1; i < lines.size(); i++) {
                entry(source, i + 1, lines.get(i), entries);
            }
        } catch (IOException unreadable) {
            throw new SluiceException(ErrorCode.FILE_NOT_FOUND, file + ": " + unreadable, unreadable);
        }
        return new RecordedUnits(entries);
    }

    /** Adds a row of accepted units whose times are known. */
    private static void entry(Source source, int number, String line, List<RecordedUnits.Entry> to) {
        List<String> fields = fields(line);
        try {
            if (fields.size() < 14) {
                throw new NumberFormatException(fields.size() + " columns");
            }
            boolean timed = !fields.get(8).isEmpty() && !fields.get(9).isEmpty();
            if (timed && fields.get(13).equals("accepted")) {
                double from = Double.parseDouble(fields.get(8));
                double seconds = Double.parseDouble(fields.get(9)) - from;
                to.add(new RecordedUnits.Entry(
                        Integer.parseInt(fields.get(0)),
                        Long.parseLong(fields.get(1)),
                        Integer.parseInt(fields.get(2)),
                        fields.get(4),
                        from,
                        seconds));
            }
        } catch (IllegalArgumentException wrong) {
            throw source.wrong(number, String.valueOf(wrong.getMessage()), source.what());
        }
    }

    /** Splits a row of comma-separated values, of which some may be quoted. */
    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (next == '"') {
                boolean twice = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (twice) {
                    field.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (next == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(next);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    /** Tells whether each unit has its own recorded time. */
    public boolean complete() {
        return recordedUnits >= units;
    }
}
