package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A master in a process of its own, and what was started below it. */
final class SubMasterTree implements AutoCloseable {
    final Path runFile;
    final MasterRun master;
    final List<MasterRun> subMasters = new ArrayList<>();
    final List<MasterRun> workers = new ArrayList<>();
    private final Path directory;
    private final List<MasterRun> started = new ArrayList<>();

    /** A run of {@link Numbers} with these options of {@code run}, and of the application. */
    SubMasterTree(Path directory, Path out, List<String> run, String... options) throws IOException {
        this(directory, arguments(directory, out, run, options));
    }

    /** Starts a run with these arguments alone. */
    SubMasterTree(Path directory, List<String> arguments) throws IOException {
        this.directory = directory;
        runFile = runFile(directory);
        master = started(MasterRun.master(directory, arguments.toArray(String[]::new)));
        master.awaitPrinted("to join:");
    }

    private static Path runFile(Path directory) {
        return directory.resolve("private").resolve("worker.run");
    }

    private static List<String> arguments(Path directory, Path out, List<String> run, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                PoisonJar.in(directory, Numbers.class).toString(),
                "--listen",
                "127.0.0.1:0",
                "--run-file",
                runFile(directory).toString(),
                "--progress",
                "0.1",
                "--json"));
        arguments.addAll(run);
        arguments.add("--");
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--out", out.toString()));
        return arguments;
    }

    /** Returns the text that the serial run of {@link Numbers} with these options writes. */
    static String serial(Path directory, String... options) throws Exception {
        Path out = directory.resolve("serial.txt");
        InProcess run = InProcess.sluice(Words.of(
                "run %s --local=0 --no-history --run-dir %s -- %s --out %s",
                PoisonJar.in(directory, Numbers.class), directory.resolve("serial"), options, out));
        assertThat(run.code()).as(run.err()).isZero();
        return Files.readString(out);
    }

    Path file(String name) {
        return directory.resolve("private").resolve(name + ".run");
    }

    SubMasterTree subMaster(String name, Path above, String... options) throws IOException {
        MasterRun subMaster = starts(name, above, options);
        subMaster.awaitPrinted("workers join with");
        return this;
    }

    /** Without waiting until workers can join it. */
    MasterRun starts(String name, Path above, String... options) throws IOException {
        MasterRun subMaster = started(MasterRun.master(
                directory,
                Words.of(
                        "submaster --listen 127.0.0.1:0 --name %s --cache %s --run-file %s %s %s",
                        name, directory.resolve("cache-" + name), file(name), options, above)));
        subMasters.add(subMaster);
        return subMaster;
    }

    void workers(String below, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            workers.add(started(
                    MasterRun.worker(directory, Words.of("join --slots 1 --reconnect-timeout 5 %s", file(below)))));
        }
    }

    /** SIGKILL. */
    void kill(MasterRun process) {
        process.close();
        workers.remove(process);
        subMasters.remove(process);
    }

    /** All end well. */
    JsonNode ends() throws InterruptedException {
        assertThat(master.exitCodeWithin(90)).as(master.err()).isZero();
        for (MasterRun each : subMasters) {
            assertThat(each.exitCodeWithin(60)).as(each.err()).isZero();
        }
        for (MasterRun each : workers) {
            assertThat(each.exitCodeWithin(60)).as(each.err()).isZero();
        }
        return RunSchema.read(master.out());
    }

    private MasterRun started(MasterRun process) {
        started.add(process);
        return process;
    }

    @Override
    public void close() {
        started.forEach(MasterRun::close);
    }
}
