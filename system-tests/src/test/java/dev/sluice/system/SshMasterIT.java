package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose master is on another host, over the real OpenSSH. */
@NoLeaks
class SshMasterIT {
    @TempDir
    static Path common;

    private static SshHosts hosts;

    @TempDir
    Path directory;

    @BeforeAll
    static void startHosts() throws Exception {
        hosts = SshHosts.in(common, "no-java");
        hosts.start("north");
        hosts.start("south");
        hosts.start("bare", "no-java");
    }

    @AfterAll
    static void endHosts() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    @Test
    void shouldBringBackWhatTheMasterLeaves() throws Exception {
        List<String> picture = List.of("--width=600", "--height=400", "--limit=4000", "--tile=30x40", "--out");
        mandelbrot("serial.png", picture, "--local=0").printed(0);
        try (MasterRun run = mandelbrot("there.png", picture, "--master", "north", "--hosts", both(), "--json")) {
            assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("the master is on north", "on north joined", "on south joined")
                    .doesNotContain("WARN", "Exception");
            assertThat(RunSchema.read(run.out()).at("/workers")).hasSize(2);
            assertThat(directory.resolve("there.png")).hasSameBinaryContentAs(directory.resolve("serial.png"));
            Path report = onlyRun();
            assertThat(report.resolve("run.json")).isRegularFile();
            assertThat(report.resolve("logs"))
                    .isDirectoryContaining("glob:**/north-1.log")
                    .isDirectoryContaining("glob:**/south-1.log");
        }
        hosts.awaitNoProcess();
        assertThat(hosts.cache("north").resolve("masters")).isDirectoryNotContaining("glob:**/mandelbrot-*");
        assertThat(hosts.cache("south").resolve("masters")).doesNotExist();
    }

    @Test
    void shouldDeliverWhatIsComputedWhenInterrupted() throws Exception {
        try (MasterRun run = started("100000", "20")) {
            run.signal("INT");
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(130);
            assertThat(run.err()).contains("stopping:");
            assertThat(PoisonJar.ledger(directory)).endsWith("interrupted").doesNotHaveDuplicates();
            assertThat(onlyRun().resolve("run.json")).isRegularFile();
        }
        hosts.awaitNoProcess();
    }

    @Test
    void shouldLeaveNoProcessWhenThisSideIsKilled() throws Exception {
        try (MasterRun run = started("10", "600000")) {
            run.signal("KILL");
            hosts.awaitNoProcess();
        }
    }

    @Test
    void shouldEndAsTheMasterDoesAndSayWhyThereCanBeNone() throws Exception {
        try (MasterRun run = poison("60", "1", "--master", "north", "--host", "bare", "--")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(4);
            assertThat(run.err()).contains("bare: E410 no java: ", "E410 no worker is left on any host");
        }
        hosts.awaitNoProcess();
        try (MasterRun run = poison("60", "1", "--master", "bare", "--hosts", both(), "--")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isEqualTo(4);
            assertThat(run.err()).contains("E410 master on bare: no Java 17 or newer", "by hand: ssh ");
        }
    }

    private String both() throws IOException {
        return hosts.file("north slots=1", "south slots=1").toString();
    }

    private Path onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(directory.resolve("sluice-runs"))) {
            List<Path> all = runs.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    private MasterRun mandelbrot(String file, List<String> picture, String... options) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("run", Checkout.applicationJar("mandelbrot").toString(), "--ssh", hosts.ssh()));
        words.addAll(List.of(options));
        words.add("--");
        words.addAll(picture);
        words.add(file);
        return MasterRun.master(directory, words.toArray(String[]::new));
    }

    /** A run with its master in the north, of which both hosts compute. */
    private MasterRun started(String units, String millis) throws Exception {
        MasterRun run = poison(units, millis, "--master", "north", "--hosts", both(), "--");
        run.awaitPrinted("w2 on");
        if (Integer.parseInt(millis) < 1_000) {
            await().until(() -> PoisonJar.ledger(directory).size() > 20);
        }
        return run;
    }

    private MasterRun poison(String units, String millis, String... options) throws Exception {
        List<String> words = new ArrayList<>(
                List.of("run", PoisonJar.in(directory).toString(), "--progress", "0.1", "--ssh", hosts.ssh()));
        words.addAll(List.of(options));
        words.addAll(List.of("--units", units, "--compute-millis", millis));
        words.addAll(List.of("--ledger", directory.resolve("ledger.txt").toString()));
        return MasterRun.master(directory, words.toArray(String[]::new));
    }
}
