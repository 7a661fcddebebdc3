package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each host that cannot be used gets its own reason, and the others compute. */
@NoLeaks
class SshVerdictIT {
    @TempDir
    Path directory;

    @Test
    void shouldTellSixHostsApartAndUseTheGoodOne() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory, "no-key", "no-java", "no-network")) {
            hosts.start("good");
            hosts.start("refusing", "no-key");
            hosts.start("bare", "no-java");
            hosts.start("lonely", "no-network");
            hosts.closed("closed");
            Path file = hosts.file("good slots=1", "nowhere.invalid", "closed", "refusing", "bare slots=4", "lonely");
            try (MasterRun run = run(hosts, "--hosts", file.toString())) {
                List<String> verdicts = List.of(
                        "nowhere.invalid: E320 unknown name: ",
                        "closed: E321 port closed: ",
                        "refusing: E322 key refused: ",
                        "bare: E410 no java: ",
                        "lonely: E323 cannot call back: ");
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> !run.isRunning() || verdicts.stream().allMatch(run.err()::contains));
                assertThat(run.err()).contains(verdicts).contains("on good joined");
                assertThat(run.err().lines().filter(line -> line.startsWith("  by hand: ssh ")))
                        .hasSize(5);
                run.signal("INT");
                assertThat(run.exitCodeWithin(15)).as(run.err()).isEqualTo(130);
                hosts.awaitNoProcess(15);
            }
        }
    }

    @Test
    void shouldGiveReasonsThatTheCommandsShowAgain() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory, "no-key")) {
            hosts.start("refusing", "no-key");
            try (MasterRun run = run(hosts, "--host", "refusing")) {
                assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(3);
                assertThat(run.err()).contains("no worker is left on any host:", "Permission denied (publickey)");
                String byHand = run.err()
                        .lines()
                        .filter(line -> line.startsWith("  by hand: "))
                        .findFirst()
                        .orElseThrow()
                        .substring("  by hand: ".length());
                Process again = new ProcessBuilder("sh", "-c", byHand)
                        .redirectErrorStream(true)
                        .start();
                String said = new String(again.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(again.waitFor()).isEqualTo(255);
                assertThat(said).contains("Permission denied (publickey)");
            }
        }
    }

    @Test
    void shouldEndWithTheTableWhenNoHostCanBeUsed() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory, "no-java")) {
            hosts.start("bare", "no-java");
            hosts.closed("closed");
            try (MasterRun run = run(hosts, "--host", "bare", "--host", "closed")) {
                assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(4);
                assertThat(run.err())
                        .contains("sluice: E403 no worker is left on any host:")
                        .containsSubsequence("\n  bare    E410 no java: ", "\n  closed  E321 port closed: ");
            }
        }
    }

    @Test
    void shouldRefuseAHostThatIsNotTheOneKnown() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory)) {
            hosts.start("north");
            Path known = directory.resolve("hosts/known_hosts");
            String other = Checkout.read(directory.resolve("hosts/user.pub"));
            String address = Checkout.read(known).split(" ")[0];
            Files.writeString(known, address + " " + other);
            try (MasterRun run = run(hosts, "--host", "north")) {
                assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(3);
                assertThat(run.err()).contains("north: E322 key refused: it shows another host key");
            }
            Files.writeString(known, "");
            try (MasterRun run = run(hosts, "--host", "north")) {
                assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(3);
                assertThat(run.err()).contains("north: E322 key refused: its host key is not known here");
            }
        }
    }

    @Test
    void shouldSayOnBothSidesThatVersionsDiffer() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory)) {
            hosts.start("north");
            Path jar = workerOfAnotherVersion();
            try (MasterRun run = run(hosts, "--host", "north", "--worker-jar", jar.toString(), "--run-dir", "mine")) {
                assertThat(run.exitCodeWithin(30)).as(run.err()).isEqualTo(4);
                assertThat(run.err())
                        .contains("north: E411 failed: its worker ended: E301 ", "(expected: one in common; update ");
            }
            assertThat(Checkout.read(directory.resolve("mine/logs/north-1.log")))
                    .contains("E301", "Update the older side");
        }
    }

    /** The worker's jar, in which the preamble says that it speaks versions to come. */
    private Path workerOfAnotherVersion() throws IOException {
        Path source = Files.createDirectories(directory.resolve("other")).resolve("Preamble.java");
        Files.writeString(
                source,
                Checkout.read(Checkout.file("runtime-net/src/main/java/dev/sluice/net/frame/Preamble.java"))
                        .replace("LOWEST = 1;", "LOWEST = 8;")
                        .replace("HIGHEST = 1;", "HIGHEST = 9;"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        OutputStream.nullOutputStream(),
                        System.err,
                        "-cp",
                        Checkout.workerJar().toString(),
                        "-proc:none",
                        "-d",
                        directory.resolve("other").toString(),
                        source.toString());
        assertThat(compiled).isZero();
        Path jar = directory.resolve("sluice-worker.jar");
        try (ZipFile from = new ZipFile(Checkout.workerJar().toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (ZipEntry entry : from.stream().toList()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                Path other = directory.resolve("other").resolve(entry.getName());
                try (InputStream in =
                        Files.isRegularFile(other) ? Files.newInputStream(other) : from.getInputStream(entry)) {
                    in.transferTo(to);
                }
            }
        }
        return jar;
    }

    private MasterRun run(SshHosts hosts, String... options) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("run", PoisonJar.in(directory).toString(), "--progress", "0.1", "--ssh", hosts.ssh()));
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
