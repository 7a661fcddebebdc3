package dev.sluice.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that say where the measured programs are. The scripts that start the benchmarks set the hidden ones. */
public final class ProgramOptions {
    @Option(names = "--script", required = true, hidden = true)
    private Path script = Path.of("");

    @Option(names = "--master-jar", required = true, hidden = true)
    private Path masterJar = Path.of("");

    @Option(names = "--worker-jar", required = true, hidden = true)
    private Path workerJar = Path.of("");

    @Option(names = "--lab", required = true, hidden = true)
    private Path lab = Path.of("");

    @Option(names = "--applications-jar", required = true, hidden = true)
    private Path applicationsJar = Path.of("");

    @Option(names = "--emulator-jar", required = true, hidden = true)
    private Path emulatorJar = Path.of("");

    @Option(names = "--java-option", description = "Given to every process of the Sluice side.")
    private List<String> javaOptions = List.of();

    /** Directory of the test network's views and load files. */
    public Path lab() {
        return lab;
    }

    /**
     * The programs.
     *
     * @param logs directory of their output
     * @param pictures directory of pictures
     */
    public Programs programs(Path logs, Path pictures, Effort effort) {
        Places places = new Places(script, masterJar, workerJar, applicationsJar, emulatorJar, lab, logs, pictures);
        return new Programs(places, effort, javaOptions);
    }
}
