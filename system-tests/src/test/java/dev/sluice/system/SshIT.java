package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over the real OpenSSH, on two hosts. */
@NoLeaks
class SshIT {
    /** Timeout for the start of workers on a busy machine. */
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path common;

    private static SshHosts hosts;

    @TempDir
    Path directory;

    private String secret = "";

    @BeforeAll
    static void startHosts() throws Exception {
        hosts = SshHosts.in(common);
        hosts.start("north");
        hosts.start("south");
    }

    @BeforeEach
    void forgetCaches() throws Exception {
        hosts.forgetCaches();
    }

    @AfterAll
    static void endHosts() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldGiveTheSamePictureAsASerialRun() throws Exception {
        // Enough work for both hosts to have some of it, whenever they come.
        List<String> picture = List.of("--width", "1200", "--height", "900", "--limit", "8000", "--tile", "30x30");
        byte[] serial = picture(picture, "serial", "--local=0");
        Path file = hosts.file("north slots=2", "south slots=1  # the smaller one");
        byte[] remote =
                picture(picture, "remote", "--hosts", file.toString(), "--ssh", hosts.ssh(), "--run-dir", "done");
        assertThat(remote).isEqualTo(serial);
        assertThat(directory.resolve("done/logs"))
                .isDirectoryContaining("glob:**/north-1.log")
                .isDirectoryContaining("glob:**/south-1.log")
                .isDirectoryNotContaining("glob:**.ssh");
        assertThat(Checkout.read(directory.resolve("done/run.json")))
                .contains("\"host\":\"north\"", "\"host\":\"south\"");
        hosts.awaitNoProcess();
    }

    /** Ctrl-C reaches the run and its ssh clients, of which one was lost before. */
    @Test
    void shouldLeaveNoProcessAfterAnInterrupt() throws Exception {
        try (MasterRun run = started("100000", "20", "--chatty")) {
            assertNobodyShowsTheSecret();
            // The master knows that the worker has joined once it has what the worker printed later.
            await().atMost(LONG).until(() -> Checkout.read(log("north")).contains("on standard output"));
            run.workers().stream()
                    .filter(child -> SshHosts.file(child, "cmdline").contains("\0north\0"))
                    .forEach(ProcessHandle::destroy);
            run.awaitPrinted("worker on north is no longer watched");
            int before = PoisonJar.ledger(directory).size();
            assertThat(hosts.workers("north")).hasSize(1);
            await().atMost(LONG).until(() -> PoisonJar.ledger(directory).size() > before + 20);
            run.interruptGroup();
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            hosts.awaitNoProcess();
            assertThat(run.err()).contains("stopping:").doesNotContain("south is no longer watched");
            assertThat(run.out()).doesNotContain("workers lost");
            assertThat(PoisonJar.ledger(directory)).endsWith("interrupted").doesNotHaveDuplicates();
            assertThat(run.err() + run.out()).doesNotContain(secret);
            assertThat(filesWith(secret)).isEmpty();
        }
    }

    /** The master and its ssh clients end; the run goes on from its journal. */
    @Test
    void shouldGoOnAfterItsTerminalWasClosed() throws Exception {
        try (MasterRun closed = started("4000", "20")) {
            closed.hangUpGroup();
            closed.exitCodeWithin(60);
            Files.createFile(directory.resolve("hurry"));
            try (MasterRun resumed = MasterRun.master(directory, "resume")) {
                assertThat(resumed.exitCodeWithin(90)).as(resumed.err()).isZero();
                assertThat(resumed.err()).contains("goes on: results of ");
            }
        }
        assertThat(PoisonJar.ledger(directory).stream()
                        .filter(line -> line.startsWith("0 "))
                        .distinct())
                .hasSize(4000);
        hosts.awaitNoProcess();
    }

    private void assertNobodyShowsTheSecret() throws Exception {
        Path runFile = runFile().orElseThrow();
        secret = Files.readAllLines(runFile).stream()
                .filter(line -> line.startsWith("secret="))
                .findFirst()
                .orElseThrow()
                .substring("secret=".length());
        List<ProcessHandle> tellers = ProcessHandle.allProcesses()
                .filter(process -> Stream.of("cmdline", "environ")
                        .anyMatch(file -> SshHosts.file(process, file).contains(secret)))
                .toList();
        assertThat(tellers).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(runFile.getParent())))
                .isEqualTo("rwx------");
    }

    private Optional<Path> runFile() throws IOException {
        Path runs = directory.resolve("sluice-runs");
        if (!Files.exists(runs)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(file -> file.endsWith("worker.run")).findFirst();
        }
    }

    @Test
    void shouldLeaveNoProcessAfterTheMasterIsKilled() throws Exception {
        Path file = hosts.file("north slots=1", "south slots=1");
        try (MasterRun run = run("10", "600000", "--hosts", file.toString(), "--journal", "none")) { // none can follow
            run.awaitPrinted("w2 on");
            run.workers();
            run.signal("KILL");
            hosts.awaitNoProcess();
        }
    }

    @Tag("long")
    @Test
    void shouldPrintCommandsThatDoTheSameByHand() throws Exception {
        List<String> commands;
        try (MasterRun dry = run("2000", "600000", "--host", "north", "--host", "south", "--local", "1", "--dry-run")) {
            assertThat(dry.exitCodeWithin(60)).as(dry.err()).isZero();
            commands = dry.out().lines().filter(line -> !line.startsWith("#")).toList();
        }
        assertThat(directory.resolve("sluice-runs")).doesNotExist();
        assertThat(hosts.cache("north")).doesNotExist();
        assertThat(commands).hasSize(6);
        List<Process> typed = new ArrayList<>();
        try {
            typed.add(shell(commands.get(0)));
            await().atMost(LONG).until(() -> runFile().isPresent());
            for (String command : commands.subList(1, commands.size())) {
                Process process = shell(command);
                typed.add(process);
                if (command.contains("mkdir")) {
                    assertThat(process.waitFor()).isZero();
                }
            }
            Path said = directory.resolve("shell.txt");
            await().atMost(LONG)
                    .until(() -> Checkout.read(said).contains("w3 on ")
                            || !typed.get(0).isAlive());
            Files.createFile(directory.resolve("hurry"));
            assertThat(typed.get(0).waitFor()).as(Checkout.read(said)).isZero();
            assertThat(Checkout.read(said)).contains("on north joined", "on south joined", "w3 on ");
        } finally {
            typed.forEach(Process::destroyForcibly);
        }
        assertThat(PoisonJar.ledger(directory).stream().filter(line -> line.startsWith("0 ")))
                .hasSize(2000);
    }

    @Tag("long")
    @Test
    void shouldAddWorkersToARunThatGoesOn() throws Exception {
        Path file = hosts.file("north slots=1", "south slots=1");
        try (MasterRun run = run("1000000", "10", "--listen", "127.0.0.1:0", "--run-dir", "mine")) {
            run.awaitPrinted("to join:");
            assertThat(launch(0, "mine", "--hosts", file.toString()))
                    .contains("north: its worker has joined", "south: its worker has joined");
            run.awaitPrinted("w2 on");
            assertThat(run.err()).contains(" on north joined", " on south joined");
            assertThat(hosts.workers("north")).hasSize(1);
            assertThat(RunSchema.read(
                                    launch(0, "mine", "--host", "north", "--status", "--json"),
                                    "docs/launch.schema.json")
                            .get("hosts"))
                    .hasSize(1);
            assertThat(launch(0, "mine", "--host", "south", "--stop")).contains("south: ended ");
            await().atMost(LONG).until(() -> hosts.workers("south").isEmpty());
            assertThat(launch(0, "mine", "--hosts", file.toString(), "--status"))
                    .contains("north: worker poison-", "south: no worker");
            assertThat(launch(0, "mine", "--host", "north", "--logs")).contains("north: log north-");
            try (Stream<Path> logs = Files.list(directory.resolve("mine/logs"))) {
                Path log = logs.filter(each -> each.getFileName().toString().startsWith("north-"))
                        .findFirst()
                        .orElseThrow();
                assertThat(Checkout.read(log)).contains("sluice: joined w");
            }
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            hosts.awaitNoProcess();
        }
        assertThat(PoisonJar.ledger(directory)).endsWith("interrupted").doesNotHaveDuplicates();
    }

    private String launch(int exitCode, String... more) throws Exception {
        return MasterRun.master(directory, Words.of("workers add --ssh %s %s", hosts.ssh(), more))
                .printed(exitCode);
    }

    private Process shell(String command) throws IOException {
        return new ProcessBuilder("bash", "-c", command)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("shell.txt").toFile()))
                .start();
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(log|json|txt|err|out|pid)"))
                    .filter(file -> Checkout.bytes(file).contains(text))
                    .toList();
        }
    }

    /** A run of both hosts, of which each has computed something. */
    /** The log of the first worker on a host, in the run's directory. */
    private Path log(String host) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("sluice-runs"))) {
            return files.filter(file -> file.endsWith(host + "-1.log"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private MasterRun started(String units, String millis, String... application) throws Exception {
        Path file = hosts.file("north slots=1", "south slots=1");
        MasterRun run = run(units, millis, List.of(application), "--hosts", file.toString());
        run.awaitPrinted("w2 on");
        run.workers();
        if (Integer.parseInt(millis) < 1_000) {
            await().atMost(LONG).until(() -> PoisonJar.ledger(directory).size() > 20);
        }
        return run;
    }

    /** In a process group of its own, as a terminal gives it one. */
    private MasterRun run(String units, String millis, String... options) throws Exception {
        return run(units, millis, List.of(), options);
    }

    private MasterRun run(String units, String millis, List<String> application, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", PoisonJar.in(directory).toString(), "--progress", "0.1", "--ssh", hosts.ssh()));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "--units", units, "--compute-millis", millis));
        all.addAll(List.of("--ledger", directory.resolve("ledger.txt").toString()));
        all.addAll(List.of("--hurry", directory.resolve("hurry").toString()));
        all.addAll(application);
        List<String> before = List.of("setsid", "env", "--default-signal=INT,HUP");
        return MasterRun.masterBehind(before, directory, all.toArray(String[]::new));
    }

    private byte[] picture(List<String> picture, String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString()));
        all.addAll(List.of(options));
        all.add("--");
        all.addAll(picture);
        all.addAll(List.of("--out", name + ".png"));
        MasterRun.master(directory, all.toArray(String[]::new)).printed(0);
        return Files.readAllBytes(directory.resolve(name + ".png"));
    }
}
