package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.light.LightWorkers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A master of two cycles of empty units, which begin when all light workers are there. */
final class GatedMaster implements AutoCloseable {
    private static final long LONGEST_SECONDS = 300;

    private final Programs programs;
    private final Path directory;
    private final Path runFile;
    private final Process master;
    private final List<Process> started = new ArrayList<>();
    private int subMasters;

    /** Starts the master, which listens for workers by TCP on this machine. */
    GatedMaster(Programs programs, String cycles) throws IOException, InterruptedException {
        this.programs = programs;
        directory = Files.createTempDirectory("sluice-gated");
        runFile = directory.resolve("private").resolve("worker.run");
        master = programs.master(
                EmptyUnits.class,
                List.of(
                        "--listen",
                        "127.0.0.1:0",
                        "--network=transport=tcp",
                        "--run-file",
                        runFile.toString(),
                        "--no-history",
                        "--run-dir",
                        run().toString()),
                List.of("--cycles=" + cycles, "--figures=" + figures(), "--gate=" + gate()),
                log());
        started.add(master);
    }

    private Path gate() {
        return directory.resolve("gate");
    }

    /** The directory of the run. */
    Path run() {
        return directory.resolve("run");
    }

    Path figures() {
        return directory.resolve("figures");
    }

    Path log() {
        return directory.resolve("master.log");
    }

    long pid() {
        return master.pid();
    }

    /** The run file for workers of the master, which listens then. */
    Path runFile() throws IOException, InterruptedException {
        await(runFile, master);
        return runFile;
    }

    /** Starts a sub-master; returns the run file for its workers. */
    Path subMaster() throws IOException, InterruptedException {
        Path below = directory.resolve("private").resolve(subMasters++ + ".run");
        Process subMaster = programs.subMaster(runFile(), below, directory.resolve("cache"));
        started.add(subMaster);
        await(below, subMaster);
        return below;
    }

    private static void await(Path file, Process process) throws IOException, InterruptedException {
        while (!Files.exists(file)) {
            if (!process.isAlive()) {
                throw new IOException("exit " + process.exitValue() + " (expected: " + file.getFileName() + ")");
            }
            Thread.sleep(50);
        }
    }

    /** Starts light workers in several processes, spread over the run files; returns how many registered. */
    int register(int processes, int ofEach, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                LightWorkers.class.getName(),
                String.valueOf(ofEach)));
        files.forEach(file -> command.add(file.toString()));
        List<Process> light = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            light.add(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
        started.addAll(light);
        int registered = 0;
        for (Process each : light) {
            String line = each.inputReader().readLine();
            if (line == null || !line.startsWith("registered ")) {
                throw new IOException("light workers: " + line + " (expected: all registered)");
            }
            registered += Integer.parseInt(line.substring("registered ".length()));
        }
        return registered;
    }

    /** Lets the units begin, and waits for the end of the run. */
    void open() throws IOException, InterruptedException {
        Files.createFile(gate());
        if (!master.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || master.exitValue() != 0) {
            throw new IOException("the master did not end well:\n" + Files.readString(log()));
        }
    }

    /** Ends all processes, and removes all files. */
    @Override
    public void close() throws IOException, InterruptedException {
        started.forEach(Process::destroyForcibly);
        for (Process each : started) {
            each.waitFor();
        }
        Programs.remove(directory);
    }
}
