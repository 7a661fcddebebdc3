package dev.sluice.cli.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes events in Chrome's format, which chrome://tracing and Perfetto show: processes with tracks, times in
 * microseconds. Events that overlap on one track are asynchronous.
 */
final class ChromeEvents implements AutoCloseable {
    private final JsonGenerator json;
    private final Set<Long> named = new HashSet<>();
    private long asynchronous;

    ChromeEvents(Path file) throws IOException {
        this.json = new JsonFactory().createGenerator(Files.newBufferedWriter(file));
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ms");
        json.writeArrayFieldStart("traceEvents");
    }

    /** One track of a process, with the names that are shown. */
    record Track(int process, String processName, int number, String name) {}

    /** An event with a duration, on a track on which nothing else happens meanwhile. */
    void span(Track track, String name, String category, long fromNanos, long toNanos) {
        begin(track, name, "X", fromNanos);
        write(() -> {
            json.writeNumberField("dur", (toNanos - fromNanos) / 1e3);
            json.writeStringField("cat", category);
            json.writeEndObject();
        });
    }

    /** An event with a duration that may overlap others. */
    void transfer(Track track, String name, String category, long fromNanos, long toNanos) {
        long id = ++asynchronous;
        asynchronous(track, name, category, "b", id, fromNanos);
        asynchronous(track, name, category, "e", id, Math.max(fromNanos, toNanos));
    }

    private void asynchronous(Track track, String name, String category, String phase, long id, long nanos) {
        begin(track, name, phase, nanos);
        write(() -> {
            json.writeNumberField("id", id);
            json.writeStringField("cat", category);
            json.writeEndObject();
        });
    }

    /** An event without a duration. */
    void instant(Track track, String name, long nanos) {
        begin(track, name, "i", nanos);
        write(() -> {
            json.writeStringField("s", "t");
            json.writeEndObject();
        });
    }

    private void begin(Track track, String name, String phase, long nanos) {
        write(() -> {
            introduce(track);
            json.writeStartObject();
            json.writeStringField("name", name);
            json.writeStringField("ph", phase);
            json.writeNumberField("pid", track.process());
            json.writeNumberField("tid", track.number());
            json.writeNumberField("ts", nanos / 1e3);
        });
    }

    private void introduce(Track track) throws IOException {
        if (named.add(-1L - track.process())) {
            meta(track.process(), 0, "process_name", track.processName());
        }
        if (named.add(((long) track.process() << 32) + track.number())) {
            meta(track.process(), track.number(), "thread_name", track.name());
        }
    }

    private void meta(int process, int track, String what, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", what);
        json.writeStringField("ph", "M");
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", track);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void write(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeEndObject();
        json.close();
    }
}
