package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each host that cannot be used gets its own reason, and the others compute. */
@NoLeaks
class SshVerdictIT {
    @TempDir
    static Path common;

    private static SshHosts hosts;

    @TempDir
    Path directory;

    @BeforeAll
    static void startHosts() throws Exception {
        hosts = SshHosts.in(common, "no-key", "no-java", "no-network");
        hosts.start("good");
        hosts.start("refusing", "no-key");
        hosts.start("bare", "no-java");
        hosts.start("lonely", "no-network");
        hosts.closed("closed");
    }

    @AfterAll
    static void endHosts() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldTellSixHostsApartAndUseTheGoodOne() throws Exception {
        Path file = hosts.file("good slots=1", "nowhere.invalid", "closed", "refusing", "bare slots=4", "lonely");
        try (MasterRun run = run("--hosts", file.toString())) {
            List<String> verdicts = List.of(
                    "nowhere.invalid: E320 unknown name: ",
                    "closed: E321 port closed: ",
                    "refusing: E322 key refused: ",
                    "bare: E410 no java: ",
                    "lonely: E323 cannot call back: ",
                    "on good joined");
            await().until(() -> !run.isRunning() || verdicts.stream().allMatch(run.err()::contains));
            assertThat(run.err()).contains(verdicts);
            assertThat(byHand(run).filter(line -> line.startsWith("ssh "))).hasSize(5);
            assertShownAgain(run);
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            hosts.awaitNoProcess();
        }
    }

    /** The command below a verdict says the same. */
    private static void assertShownAgain(MasterRun run) throws Exception {
        String command = byHand(run)
                .filter(line -> line.contains(" refusing "))
                .findFirst()
                .orElseThrow();
        Process again = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String said = new String(again.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(again.waitFor()).isEqualTo(255);
        assertThat(said).contains("Permission denied (publickey)");
    }

    private static Stream<String> byHand(MasterRun run) {
        String label = "  by hand: ";
        return run.err().lines().filter(line -> line.startsWith(label)).map(line -> line.substring(label.length()));
    }

    @Test
    void shouldEndWithTheTableWhenNoHostCanBeUsed() throws Exception {
        try (MasterRun run = run("--host", "bare", "--host", "closed")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(4);
            assertThat(run.err())
                    .contains("sluice: E403 no worker is left on any host:")
                    .containsSubsequence("\n  bare    E410 no java: ", "\n  closed  E321 port closed: ");
        }
    }

    /** The master of a shared connection (ControlPersist) may be such: it has left ssh's process group. */
    @Test
    void shouldEndThoughSshLeavesAProcessThatHoldsItsOutput() throws Exception {
        Path pid = directory.resolve("left.pid");
        Path ssh = directory.resolve("leaving-ssh");
        Files.writeString(
                ssh, "#!/bin/sh\nsetsid sleep 300 &\necho $! > " + pid + "\nexec " + hosts.ssh() + " \"$@\"\n");
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
        try (MasterRun run = runBy(ssh.toString(), "--host", "closed")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(3);
            assertThat(run.err()).contains("E321 no worker is left on any host:");
        } finally {
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private MasterRun run(String... options) throws Exception {
        return runBy(hosts.ssh(), options);
    }

    private MasterRun runBy(String ssh, String... options) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("run", PoisonJar.in(directory).toString(), "--progress", "0.1", "--ssh", ssh));
        all.addAll(List.of(options));
        all.addAll(List.of(
                "--",
                "--units",
                "100000",
                "--compute-millis",
                "20",
                "--ledger",
                directory.resolve("ledger.txt").toString()));
        return MasterRun.master(directory, all.toArray(String[]::new));
    }
}
