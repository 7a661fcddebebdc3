package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three workers of a host that cannot write where units write, beside two of another host. */
@NoLeaks
class BadHostIT {
    /** More than a minute of the two good workers, until they hurry: three more come and fail meanwhile. */
    private static final int UNITS = 4000;

    @TempDir
    Path directory;

    @Test
    void shouldCompleteWithoutTheHostOnWhichUnitsFail() throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        List<String> apart = List.of(
                "unshare",
                "-r",
                "--uts",
                "--mount",
                "sh",
                "-c",
                "hostname bad && mount -t tmpfs -o ro none \"$0\" && exec \"$@\"",
                scratch.toString());
        List<String> look = new ArrayList<>(apart);
        look.add("true");
        assumeTrue(
                new ProcessBuilder(look).start().waitFor() == 0,
                "no hosts of their own here (expected: Linux with unshare and user namespaces)");
        try (MasterRun run = run(scratch)) {
            run.awaitPrinted("to join:");
            try (MasterRun first = MasterRun.worker(directory, join());
                    MasterRun second = MasterRun.worker(directory, join())) {
                run.awaitPrinted("w2 on");
                try (MasterRun bad1 = MasterRun.workerBehind(apart, directory, join());
                        MasterRun bad2 = MasterRun.workerBehind(apart, directory, join());
                        MasterRun bad3 = MasterRun.workerBehind(apart, directory, join())) {
                    run.awaitPrinted(" is excluded for 10 s: 3 units failed there");
                    Files.createFile(directory.resolve("hurry"));
                    assertThat(run.exitCodeWithin(90)).as(run.err()).isZero();
                    for (MasterRun worker : List.of(bad1, bad2, bad3, first, second)) {
                        assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
                    }
                }
            }
        }
        assertThat(Files.readAllLines(directory.resolve("ledger.txt")).stream().filter(line -> line.startsWith("0 ")))
                .hasSize(UNITS)
                .doesNotHaveDuplicates();
        JsonNode report = RunSchema.read(Files.readString(directory.resolve("sluice-runs/mine/run.json")));
        List<String> what = new ArrayList<>();
        report.findValue("decisions").findValues("what").forEach(each -> what.add(each.asText()));
        assertThat(what).anyMatch(each -> each.matches("host \\S+ is excluded for 10 s"));
    }

    private static String[] join() {
        return new String[] {"join", "--slots", "1", "sluice-runs/mine/private/worker.run"};
    }

    private MasterRun run(Path scratch) throws Exception {
        return MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-dir sluice-runs/mine -- --ledger %s --computed %s --units "
                                + "%s --compute-millis 50 --hurry %s",
                        PoisonJar.in(directory),
                        directory.resolve("ledger.txt"),
                        scratch.resolve("units.txt"),
                        UNITS,
                        directory.resolve("hurry")));
    }
}
