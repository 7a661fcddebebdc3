package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.transport.Transport;
import dev.sluice.testing.NoLeaks;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Results that are nobody's or somebody else's, sent by a worker that has every right to be there: counted,
 * acknowledged so that the sender can forget them, and never accepted.
 */
@NoLeaks
class ForeignResultsIT {
    private static final int UNITS = 5_000;
    private static final byte[] FORGED = new byte[16];

    @TempDir
    Path directory;

    @Test
    void shouldAcknowledgeAndForgetResultsOfAttemptsThatAreNotTheSenders() throws Exception {
        try (MasterRun run = run();
                Transport transport = Transport.open("impostors", 1)) {
            RunFile file = RunFile.read(runFile());
            Impostor forger = Impostor.join(transport, file, 1);
            Impostor victim = Impostor.join(transport, file, 2);
            AttemptRun theirs = victim.assigned();
            AttemptRun own = forger.assigned();
            AttemptRun otherNonce = new AttemptRun(
                    own.firstAttempt(), own.nonce() + 1, own.firstUnit(), own.chunkUnits(), own.chunks());
            AttemptRun unheardOf = new AttemptRun(1L << 40, own.nonce(), own.firstUnit(), 1, 1);

            forger.send(List.of(first(theirs)), List.of(FORGED));
            forger.send(List.of(first(otherNonce)), List.of(FORGED));
            long last = forger.send(List.of(first(unheardOf)), List.of(FORGED));
            forger.awaitAcknowledged(last);

            forger.leave();
            victim.leave();
            finishByARealWorker(run);
            assertThat(counters()).contains("\"notOwner\":1,", "\"unknown\":2,", "\"accepted\":" + UNITS + ",");
        }
    }

    @Test
    void shouldAcceptAUnitOnceThatIsSentSeveralTimesInOneMessage() throws Exception {
        try (MasterRun run = run();
                Transport transport = Transport.open("impostors", 1)) {
            Impostor forger = Impostor.join(transport, RunFile.read(runFile()), 1);
            AttemptRun own = forger.assigned();
            ResultRun right = first(own);
            ResultRun nobodys = first(new AttemptRun(1L << 40, own.nonce(), own.firstUnit(), 1, 1));
            byte[] result = new byte[16];
            Arrays.fill(result, (byte) (own.firstUnit() * 31 + 1));

            long last = forger.send(List.of(nobodys, right, right), List.of(FORGED, result, FORGED));
            forger.awaitAcknowledged(last);

            forger.leave();
            finishByARealWorker(run);
            assertThat(counters()).contains("\"unknown\":1,", "\"duplicates\":1,", "\"accepted\":" + UNITS + ",");
        }
    }

    /**
     * One byte too few, one too many, none at all, and a length without end: the run does not suffer for any of them.
     */
    @Test
    void shouldRefuseAWorkerWhoseResultsDoNotAddUpAndGoOnWithoutIt() throws Exception {
        byte[][] faulty = {{2, 0}, {1, 0, 0}, {}, {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}};
        try (MasterRun run = run();
                Transport transport = Transport.open("impostors", 1)) {
            for (int each = 0; each < faulty.length; each++) {
                Impostor forger = Impostor.join(transport, RunFile.read(runFile()), each + 1);
                forger.send(List.of(first(forger.assigned())), Payload.wrap(ByteBuffer.wrap(faulty[each])));
                Closing why = forger.awaitRefused();
                assertThat(why.code()).isEqualTo(ErrorCode.MALFORMED);
                assertThat(why.text()).startsWith("results: ");
            }
            finishByARealWorker(run);
            assertThat(run.err()).contains("w1 on impostor is away: E308").doesNotContain("E107");
            assertThat(counters()).contains("\"accepted\":" + UNITS + ",");
        }
    }

    /** The result of the first unit of these attempts. */
    private static ResultRun first(AttemptRun run) {
        return new ResultRun(run.firstAttempt(), run.nonce(), run.firstUnit(), 1, 1_000, 1e-12);
    }

    private void finishByARealWorker(MasterRun run) throws Exception {
        try (MasterRun worker = MasterRun.worker(directory, "join", runFile().toString())) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(worker.exitCodeWithin(15)).as(worker.err()).isZero();
        }
        List<String> accepted = Files.readAllLines(directory.resolve("ledger.txt")).stream()
                .filter(line -> line.startsWith("0 "))
                .toList();
        assertThat(accepted).hasSize(UNITS).doesNotHaveDuplicates();
        for (String line : accepted) {
            long unit = Long.parseLong(line.split(" ")[1]);
            assertThat(line).endsWith(" " + 16L * (byte) (unit * 31 + 1));
        }
    }

    private MasterRun run() throws Exception {
        MasterRun run = MasterRun.master(
                directory,
                "run",
                PoisonJar.in(directory).toString(),
                "--listen",
                "127.0.0.1:0",
                "--run-file",
                runFile().toString(),
                "--run-dir",
                directory.resolve("report").toString(),
                "--",
                "--ledger",
                directory.resolve("ledger.txt").toString(),
                "--units",
                String.valueOf(UNITS));
        run.awaitPrinted("to join:");
        return run;
    }

    private Path runFile() {
        return directory.resolve("private").resolve("worker.run");
    }

    private String counters() throws Exception {
        String json = Files.readString(directory.resolve("report").resolve("run.json"));
        Matcher counters = Pattern.compile("\"counters\":\\{[^}]*}").matcher(json);
        assertThat(counters.find()).as(json).isTrue();
        return counters.group();
    }
}
