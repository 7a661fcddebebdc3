package dev.sluice.cli.runs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.cli.process.ProcessMark;
import dev.sluice.cli.process.SavedCommand;
import dev.sluice.cli.report.RunTables;
import dev.sluice.model.Plural;
import dev.sluice.model.record.RunView;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run as its directory shows it.
 *
 * @param application its class; empty if it is not known
 * @param note more about the state; may be empty
 * @param started null if it is not known
 * @param exitCode of its command; -1 if it is not known
 */
public record KnownRun(
        Path directory,
        String run,
        String application,
        State state,
        String note,
        Progress progress,
        @Nullable Instant started,
        int exitCode) {
    /**
     * How far a run is.
     *
     * @param share finished share of a run, from 0 to 1; NaN if it is not known
     * @param units finished; -1 if it is not known
     * @param seconds the run has taken so far; NaN if it is not known
     */
    record Progress(double share, long units, double seconds) {
        private static final Progress UNKNOWN = new Progress(Double.NaN, -1, Double.NaN);
    }

    /** The states of a run. */
    public enum State {
        /** Its process exists. */
        RUNNING,
        /** Its process is on another host, where nobody looks. */
        RUNNING_ELSEWHERE,
        COMPLETE,
        FAILED,
        INTERRUPTED,
        /** Its process is gone, and left no report. */
        KILLED,
        /** The directory has no {@code run.json} of a run. */
        UNREADABLE
    }

    /** Reads the directory of a run. Whatever is wrong with it is a state, and no exception. */
    public static KnownRun read(Path directory, Instant now) {
        try {
            return read(directory, RunFields.read(directory.resolve("run.json")), now);
        } catch (NoSuchFileException missing) {
            return unreadable(directory, "no run.json");
        } catch (IOException | RuntimeException wrong) {
            String message = String.valueOf(wrong.getMessage());
            return unreadable(
                    directory,
                    Files.isRegularFile(directory.resolve("run.json"))
                            ? "run.json: " + message.lines().findFirst().orElse("")
                            : "no run.json");
        }
    }

    private static KnownRun unreadable(Path directory, String note) {
        return new KnownRun(
                directory,
                String.valueOf(directory.getFileName()),
                "",
                State.UNREADABLE,
                note,
                Progress.UNKNOWN,
                modified(directory),
                -1);
    }

    private static @Nullable Instant modified(Path directory) {
        try {
            return RunFields.plausible(Files.getLastModifiedTime(directory).toInstant());
        } catch (IOException gone) {
            return null;
        }
    }

    private static KnownRun read(Path directory, RunFields fields, Instant now) {
        State state = state(fields);
        Instant started = fields.time("started");
        boolean running = state == State.RUNNING;
        double passed = running && started != null
                ? Math.max(0, Duration.between(started, now).toMillis() / 1e3)
                : Double.NaN;
        String run = fields.text("run");
        return new KnownRun(
                directory,
                run.isEmpty() ? String.valueOf(directory.getFileName()) : run,
                fields.text("application"),
                state,
                note(state, fields),
                new Progress(
                        state == State.COMPLETE ? 1 : Double.NaN,
                        fields.whole("units", -1),
                        fields.number("seconds", passed)),
                started == null ? modified(directory) : started,
                (int) fields.whole("exitCode", -1));
    }

    private static State state(RunFields fields) {
        return switch (fields.text("mode")) {
            case "running" -> running(fields);
            case "error" -> State.FAILED;
            case "interrupted" -> State.INTERRUPTED;
            case "cluster" ->
                switch (fields.text("outcome")) {
                    case "complete" -> State.COMPLETE;
                    case "interrupted" -> State.INTERRUPTED;
                    default -> State.FAILED;
                };
            default -> State.UNREADABLE;
        };
    }

    /** The process of the run in this directory, while it exists on this machine. */
    public static Optional<ProcessHandle> process(Path directory) {
        try {
            RunFields fields = RunFields.read(directory.resolve("run.json"));
            return state(fields) == State.RUNNING ? process(fields) : Optional.empty();
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static State running(RunFields fields) {
        if (!fields.text("host").equals(ThisHost.name())) {
            return State.RUNNING_ELSEWHERE;
        }
        return process(fields).isPresent() ? State.RUNNING : State.KILLED;
    }

    private static Optional<ProcessHandle> process(RunFields fields) {
        Instant started = fields.time("processStarted");
        return started == null ? Optional.empty() : new ProcessMark(fields.whole("pid", -1), started).find();
    }

    private static String note(State state, RunFields fields) {
        long missing = fields.whole("failedUnits", 0);
        return switch (state) {
            case FAILED -> {
                String code = fields.text("error.code");
                yield code.isEmpty() ? "" : code + " " + fields.text("error.text");
            }
            case COMPLETE -> missing == 0 ? fields.text("note") : "without " + Plural.of(missing, "unit");
            case INTERRUPTED -> fields.text("note");
            case RUNNING_ELSEWHERE -> fields.text("host");
            case UNREADABLE -> "run.json: of no run with workers";
            default -> "";
        };
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Tells whether {@code sluice resume} can go on with it. */
    boolean isResumable() {
        boolean stopped = state == State.KILLED || state == State.FAILED || state == State.INTERRUPTED;
        return stopped && SavedCommand.isIn(directory);
    }

    /** Its state in words, with the number of missing units. */
    public String words() {
        return switch (state) {
            case RUNNING_ELSEWHERE -> "running on " + note + "?";
            case UNREADABLE -> note;
            case COMPLETE ->
                note.isEmpty() ? "complete" : note.startsWith("without") ? "complete " + note : "complete: " + note;
            case RUNNING -> note.isEmpty() ? "running" : "running: " + note;
            case INTERRUPTED -> (note.isEmpty() ? "interrupted" : note) + (isResumable() ? ", resumable" : "");
            default -> state.name().toLowerCase(Locale.ROOT) + (isResumable() ? ", resumable" : "");
        };
    }

    /** Its state in words, with its note. */
    String sentence() {
        return words().contains(note) ? words() : words() + ": " + note;
    }

    /** The place of its report: the page if there is one, else {@code run.json}; null without any. */
    @Nullable
    Path report() {
        Path page = directory.resolve("report.html");
        Path json = directory.resolve("run.json");
        return Files.isRegularFile(page) ? page : Files.isRegularFile(json) && state != State.RUNNING ? json : null;
    }

    /** The same run with what its page says. */
    KnownRun at(double shareNow, RunView.Overview page) {
        String failed =
                page.failures() == 0 ? note : Plural.of(page.failures(), EachName.unit(application)) + " failed";
        Progress now = new Progress(shareNow, page.doneInAll(), progress.seconds);
        return new KnownRun(directory, run, application, state, failed, now, started, exitCode);
    }

    /**
     * The plain fields of a {@code run.json}, and those of its {@code error} as "error.text". Arrays and other objects
     * are skipped, so that the list of a thousand runs stays quick.
     */
    private static final class RunFields {
        private static final JsonFactory FACTORY = new JsonFactory();
        private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
        private static final Set<String> SCHEMAS = Set.of(RunTables.SCHEMA, RunTables.EARLIER);

        private final Map<String, String> fields;

        private RunFields(Map<String, String> fields) {
            this.fields = fields;
        }

        /**
         * Reads the file.
         *
         * @throws IOException if it cannot be read, or was not written by a run
         */
        static RunFields read(Path file) throws IOException {
            Map<String, String> fields = new HashMap<>();
            try (JsonParser json = FACTORY.createParser(file.toFile())) {
                if (json.nextToken() != JsonToken.START_OBJECT) {
                    throw new IOException("no JSON object");
                }
                object(json, "", fields);
            }
            if (!SCHEMAS.contains(fields.getOrDefault("schema", ""))) {
                throw new IOException("not written by a run");
            }
            return new RunFields(fields);
        }

        private static void object(JsonParser json, String prefix, Map<String, String> fields) throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (value == JsonToken.START_OBJECT && name.equals("error")) {
                    object(json, "error.", fields);
                } else if (value.isStructStart()) {
                    json.skipChildren();
                } else if (value != JsonToken.VALUE_NULL) {
                    fields.put(prefix + name, json.getText());
                }
            }
        }

        /** The text of a field; empty if it is missing. */
        String text(String field) {
            return fields.getOrDefault(field, "");
        }

        /** The number in a field; the other one if it is missing or no number. */
        double number(String field, double other) {
            try {
                double number = Double.parseDouble(text(field));
                return Double.isFinite(number) ? number : other;
            } catch (NumberFormatException wrong) {
                return other;
            }
        }

        /** The whole number in a field, all of its digits; the other one if it is missing or no whole number. */
        long whole(String field, long other) {
            try {
                return Long.parseLong(text(field));
            } catch (NumberFormatException wrong) {
                return other;
            }
        }

        /** The time; null in years that no run can have, and that a table could not show. */
        static @Nullable Instant plausible(Instant time) {
            return time.isBefore(Instant.EPOCH) || time.isAfter(LATEST) ? null : time;
        }

        /** The time in a field; null if it is missing or no time. */
        @Nullable
        Instant time(String field) {
            try {
                return text(field).isEmpty() ? null : plausible(Instant.parse(text(field)));
            } catch (DateTimeException wrong) {
                return null;
            }
        }
    }
}
