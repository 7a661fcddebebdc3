package dev.sluice.cli.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.Timeline;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * A run as a trace in Chrome's format, which chrome://tracing and Perfetto show: a process for each host, a thread for
 * each slot and each direction of its connection, times in microseconds. Written as it happens.
 */
final class ChromeTrace implements Timeline, AutoCloseable {
    /** Numbers of threads that are no slots. */
    private static final int DOWN = 1_000_000;

    private static final int UP = 1_000_001;
    private static final int ACCEPTING = 1_000_002;
    private static final int CYCLES = 1_000_003;

    private final NetworkView view;
    private final int master;
    private final JsonGenerator json;
    private final Set<Long> named = new HashSet<>();

    ChromeTrace(NetworkView view, int master, Path file) throws IOException {
        this.view = view;
        this.master = master;
        BufferedWriter writer = Files.newBufferedWriter(file);
        this.json = new JsonFactory().createGenerator(writer);
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ms");
        json.writeArrayFieldStart("traceEvents");
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        String name = units == 1 ? "unit " + firstUnit : "units " + firstUnit + "–" + (firstUnit + units - 1);
        span(host, slot, finished ? name : name + " (lost)", "compute", fromNanos, toNanos);
    }

    @Override
    public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
        span(host, slot, cause.name().toLowerCase(Locale.ROOT).replace('_', ' '), "idle", fromNanos, toNanos);
    }

    @Override
    public void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {
        if (message != Message.CONTROL) {
            String name = message.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", " + bytes + " bytes";
            span(host, toMaster ? UP : DOWN, name, "network", fromNanos, toNanos);
        }
    }

    @Override
    public void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {
        span(master, ACCEPTING, units + " of " + view.hosts().get(host).name(), "accept", fromNanos, toNanos);
    }

    @Override
    public void granted(int host, long bytes, long nanos) {
        instant(host, UP, "granted " + bytes + " bytes", nanos);
    }

    @Override
    public void cycle(int cycle, long fromNanos, long toNanos) {
        span(master, CYCLES, "cycle " + cycle, "cycle", fromNanos, toNanos);
    }

    @Override
    public void worker(int host, Change change, long nanos) {
        instant(host, 0, change.name().toLowerCase(Locale.ROOT), nanos);
    }

    private void span(int host, int thread, String name, String category, long fromNanos, long toNanos) {
        event(host, thread, name, "X", fromNanos);
        write(() -> {
            json.writeNumberField("dur", (toNanos - fromNanos) / 1e3);
            json.writeStringField("cat", category);
            json.writeEndObject();
        });
    }

    private void instant(int host, int thread, String name, long nanos) {
        event(host, thread, name, "i", nanos);
        write(() -> {
            json.writeStringField("s", "t");
            json.writeEndObject();
        });
    }

    private void event(int host, int thread, String name, String phase, long nanos) {
        write(() -> {
            introduce(host, thread);
            json.writeStartObject();
            json.writeStringField("name", name);
            json.writeStringField("ph", phase);
            json.writeNumberField("pid", host);
            json.writeNumberField("tid", thread);
            json.writeNumberField("ts", nanos / 1e3);
        });
    }

    private void introduce(int host, int thread) throws IOException {
        if (named.add(-1L - host)) {
            meta(host, 0, "process_name", view.hosts().get(host).name());
        }
        if (named.add(((long) host << 32) + thread)) {
            meta(
                    host,
                    thread,
                    "thread_name",
                    switch (thread) {
                        case DOWN -> "from the master";
                        case UP -> "to the master";
                        case ACCEPTING -> "accept";
                        case CYCLES -> "cycles";
                        default -> "slot " + thread;
                    });
        }
    }

    private void meta(int host, int thread, String what, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", what);
        json.writeStringField("ph", "M");
        json.writeNumberField("pid", host);
        json.writeNumberField("tid", thread);
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
