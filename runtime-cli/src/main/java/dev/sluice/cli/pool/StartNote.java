package dev.sluice.cli.pool;

import dev.sluice.cli.process.ProcessMark;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.model.SluiceException;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.runfile.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Notes of a pool on the start of a submitted run, so that a pool that is started again knows with what to start its
 * master, and whether it lives. Private files, because an environment may have secrets.
 *
 * @param run directory of the run
 */
record StartNote(Path run) {
    /** Bound of a file [bytes]: Linux allows 6 MiB of words, and JSON may need six characters for one. */
    private static final int MOST_BYTES = 48 << 20;

    private Path environmentFile() {
        return run.resolve("private").resolve("environment.json");
    }

    private Path masterFile() {
        return run.resolve("private").resolve("master.json");
    }

    /** Notes the environment of the command that submitted the run; before the run is one of the pool. */
    void write(Map<String, String> environment) {
        PrivateFiles.write(
                environmentFile(),
                Json.object(json -> Json.objects(json, "variables", environment.entrySet(), each -> {
                            json.writeStringField("name", each.getKey());
                            json.writeStringField("value", each.getValue());
                        }))
                        + "\n");
    }

    /** The noted environment; empty if there is none. */
    Map<String, String> environment() throws IOException {
        Path file = environmentFile();
        if (!Files.exists(file)) {
            return Map.of(); // an earlier version submitted the run
        }
        Map<String, String> environment = new LinkedHashMap<>();
        JsonTree json = JsonTree.parse(file, PrivateFiles.read(file, MOST_BYTES));
        for (JsonTree variable : json.at("variables").elements()) {
            environment.put(variable.at("name").text(), variable.at("value").text());
        }
        return environment;
    }

    /** Notes the process of the master that was started last. */
    void write(ProcessHandle master) {
        ProcessMark.of(master)
                .ifPresent(mark -> PrivateFiles.write(
                        masterFile(),
                        Json.object(json -> {
                                    json.writeNumberField("pid", mark.pid());
                                    json.writeNumberField("protocol", Preamble.newest());
                                    json.writeStringField(
                                            "started", mark.started().toString());
                                })
                                + "\n"));
    }

    /** Tells whether the master that was started last speaks a protocol that this program understands. */
    boolean isUnderstood() {
        try {
            JsonTree json = read();
            // Version 1 did not note its number.
            return Preamble.understands(
                    json.has("protocol") ? (int) json.at("protocol").whole() : 1);
        } catch (IOException | SluiceException none) {
            return true; // the user started it, and may end it
        }
    }

    private JsonTree read() throws IOException {
        return JsonTree.parse(masterFile(), PrivateFiles.read(masterFile()));
    }

    /** The process of the master that was started last, while it exists. */
    Optional<ProcessHandle> master() {
        try {
            JsonTree json = read();
            return new ProcessMark(
                            json.at("pid").whole(),
                            Instant.parse(json.at("started").text()))
                    .find();
        } catch (IOException | SluiceException | DateTimeException none) {
            return Optional.empty(); // the lock of the journal keeps a second master away
        }
    }
}
