package dev.sluice.view;

import dev.sluice.testing.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Network views that were damaged. */
class HostileViewsTest {
    static final String YAML = "name: two switches\nmeasured: 2026-11-22T08:30:00Z\nlinks:\n"
            + "  - name: core\n  - {name: a, parent: core, rate: 1 Gbit/s, latency: 0.1 ms}\n"
            + "  - {name: hub, parent: core, rate: 10Mbit/s, duplex: half, buffer: 64 KiB}\n"
            + "hosts:\n  - {name: h1, link: a, rate: 1 Gbit/s, slots: 4, cpu: 3.5}\n"
            + "  - {name: h2, link: hub, rate-up: 5 MB/s, rate-down: 10 MB/s, unit-time: 2 s, result-time: 3 ms}\n"
            + "  - {name: h3, link: a, speed: 1.5, result-speed: 2, address: 10.0.0.3}\n";

    static final String JSON = "{\"name\": \"n\",\n\"links\": [{\"name\": \"l\"}],\n"
            + "\"hosts\": [{\"name\": \"a\", \"link\": \"l\", \"rate\": \"1 Gbit/s\"},\n"
            + "{\"name\": \"b\", \"link\": \"l\", \"slots\": 2}]}\n";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"view.yaml", "view.json"})
    void shouldNameFileAndLineOfADamagedView(String name, TestReporter reporter) {
        Path file = directory.resolve(name);
        byte[] view = (name.endsWith("json") ? JSON : YAML).getBytes(StandardCharsets.UTF_8);
        Mutants mutants =
                new Mutants(name, ViewException.class, Mutants.naming(file.toString(), ":[0-9]+: |: nothing in it"));
        reporter.publishEntry(mutants.of(view, mutant -> {
            Mutants.write(file, mutant);
            ViewFile.read(file).view();
        }));
    }
}
