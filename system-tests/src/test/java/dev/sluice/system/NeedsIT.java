package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units and commands of different size, with real processes. */
@NoLeaks
class NeedsIT {
    @TempDir
    Path directory;

    private Path file(String name) {
        return directory.resolve(name);
    }

    @Test
    void shouldComputeUnitsOnlyOnTheWorkerThatHasWhatTheyNeed() throws Exception {
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-dir run -- --out %s --after %s",
                        PoisonJar.in(directory, UnlikeUnits.class), file("out"), file("after")))) {
            run.awaitPrinted("to join:");
            try (MasterRun large = MasterRun.worker(
                            directory, Words.of("join --slots 2 --resource big run/private/worker.run"));
                    MasterRun small = joined(run)) {
                run.awaitPrinted("w2 on");
                Files.createFile(file("after"));
                assertThat(run.exitCodeWithin(120)).as(run.err()).isZero();
                assertThat(large.exitCodeWithin(60)).isZero();
                assertThat(small.exitCodeWithin(60)).isZero();
            }
        }
        List<String[]> units = Files.readAllLines(file("out")).stream()
                .map(line -> line.split(" "))
                .toList();
        assertThat(units).hasSize(60);
        String large = units.stream()
                .filter(unit -> Integer.parseInt(unit[0]) % 3 < 2)
                .map(unit -> unit[1])
                .distinct()
                .collect(Collectors.joining());
        assertThat(units).allMatch(unit -> Integer.parseInt(unit[0]) % 3 == 2 || unit[1].equals(large));
        assertThat(units).anyMatch(unit -> !unit[1].equals(large));
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(units).allMatch(unit -> {
            int slots = unit[1].equals(large) ? 2 : 1;
            return Integer.parseInt(unit[2]) == (Integer.parseInt(unit[0]) % 3 == 0 ? 2 : Math.max(1, cores / slots));
        });
    }

    private MasterRun joined(MasterRun run) throws Exception {
        run.awaitPrinted("w1 on");
        return MasterRun.worker(directory, Words.of("join --slots 1 run/private/worker.run"));
    }

    @Test
    void shouldEndAtOnceWhereNoHostCanComputeAUnit() throws Exception {
        Files.createFile(file("after"));
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --slots 2 -- --processors 3 --out %s --after %s",
                        PoisonJar.in(directory, UnlikeUnits.class), file("out"), file("after")))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(4);
            assertThat(run.err()).contains("E450", "unit 0 of cycle 0 and 19 more need 3 processors");
        }
    }

    @Test
    void shouldGiveCommandsWhatTheirColumnsSay() throws Exception {
        try (MasterRun run = MasterRun.master(
                directory,
                "each",
                "-j",
                "2",
                "-k",
                "-C",
                ",",
                "--cpus",
                "{2}",
                "--memory",
                "{3}",
                "--need",
                "licence",
                "--need",
                "seat=1",
                "--resource",
                "licence=1",
                "--resource",
                "seat=1",
                "echo {1} $SLUICE_CPUS",
                ":::",
                "a,1,32M",
                "b,2,48M",
                "c,1,64M")) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("a 1\nb 2\nc 1\n");
        }
    }

    @Test
    void shouldComputeUnitsOfAProgramByTheirPriority() throws Exception {
        Files.writeString(file("ranked.py"), """
            import sluice

            class Ranked(sluice.Application):
                def units(self, cycle):
                    return range(7)

                def priority(self, index):
                    return index % 3 - 1

                def compute(self, setup, unit):
                    return unit

                def accept(self, index, result):
                    print(result, flush=True)
            """);
        try (MasterRun run = MasterRun.master(directory, Words.of("run ranked.py --slots 1"))) {
            assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
            assertThat(run.out()).startsWith("2\n5\n1\n4\n0\n3\n6\n");
        }
    }

    @Test
    void shouldRefuseAPriorityThatIsNoNumber() throws Exception {
        try (MasterRun run = MasterRun.master(directory, Words.of("each --priority {} echo ::: 3 high"))) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(255);
            assertThat(run.err())
                    .contains("--priority: 'high' of input 2 (expected: a whole number of at most nine digits)");
        }
    }
}
