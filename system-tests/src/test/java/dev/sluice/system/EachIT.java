package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.ReportData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice each} in real processes, as it is typed into a shell. */
@NoLeaks
class EachIT {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path home;

    private static SluiceShell shell;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeShell() throws Exception {
        shell = SluiceShell.in(home);
    }

    @AfterEach
    void killWhatIsLeft() {
        ProcessHandle.allProcesses()
                .filter(process -> SshHosts.file(process, "environ").contains("EACH_TEST=" + directory))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private SluiceShell.Printed run(String line) throws IOException, InterruptedException {
        return shell.run(directory, line);
    }

    @Test
    void shouldPrintInTheOrderOfTheInputsInAPipeline() throws Exception {
        SluiceShell.Printed printed = run("seq 1000 | sluice each -k echo {}");
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(printed.out().lines().mapToInt(Integer::parseInt))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 1000).boxed().toList());
        assertThat(printed.err()).isEmpty();
    }

    @Test
    void shouldEndQuietlyWhenNobodyReadsOn() throws Exception {
        SluiceShell.Printed printed = run("seq 100000 | sluice each echo | head -n 1; echo ${PIPESTATUS[1]}");
        assertThat(printed.out()).matches("\\d+\n141\n");
        assertThat(printed.err()).isEmpty();
    }

    @Test
    void shouldHaveNoInputsWhereStandardInputIsClosed() throws Exception {
        SluiceShell.Printed printed = run("sluice each echo in <&-; echo $?; sluice each echo ::: a <&-");
        assertThat(printed.out()).isEqualTo("0\na\n");
        assertThat(run("sluice each echo < /").err()).contains("E204 standard input: a directory (expected: ");
    }

    @Test
    void shouldLoseNoCommandWhereDescriptorsAreFew() throws Exception {
        SluiceShell.Printed printed = run("ulimit -n 100; sluice each -k -j64 'sleep 0.1; echo {}' ::: $(seq 100)");
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(printed.out().lines()).hasSize(100);
        assertThat(printed.err()).contains("only enough file descriptors to run ");
        assertThat(run("ulimit -n 40; sluice each echo ::: a").err()).contains("E471 ", "file descriptors (expected: ");
    }

    @Test
    void shouldMakeTemporaryFilesWhereTold() throws Exception {
        String line =
                "mkdir a b; show='ls -d $PWD/*/sluice-each-* #'; export TMPDIR=$PWD/a; sluice each \"$show\" ::: 1;"
                        + " sluice each --tmpdir b \"$show\" ::: 1";
        assertThat(run(line).out().lines().map(each -> each.replaceAll("/sluice-each-.*", "")))
                .containsExactly(directory + "/a", directory + "/b");
    }

    @Test
    void shouldCountFailedCommandsInTheExitCode() throws Exception {
        SluiceShell.Printed printed = run("sluice each 'exit {}' ::: 0 1 0 7");
        assertThat(printed.code()).as(printed.err()).isEqualTo(2);
        assertThat(printed.err()).contains("2 of 4 commands failed", "exit code 7");
        assertThat(run("sluice each --no-such-option true ::: 1").code()).isEqualTo(255);
    }

    @Test
    void shouldKeepFailuresAndTheExitCodeInTheRecordOfTheRun() throws Exception {
        SluiceShell.Printed printed = run(
                "sluice each --run-dir failed 'exit {}' ::: 0 1 7; echo $?; "
                        + "sluice each --run-dir halted -j1 --halt soon,fail=1 'exit {}' ::: 0 7 0 0 0 0 0 0; echo $?; "
                        + "for run in failed halted; do sluice attach --wait $run; echo $?; sluice report $run | grep -v '^$' | head -2; done");
        assertThat(printed.out())
                .as(printed.err())
                .containsPattern("(?s)^2\n7\n\\S+ complete: 2 of 3 commands failed\n2\n.*"
                        + "2 of 3 commands failed \\(exit code 2\\)\n"
                        + "\\S+ 1 of \\d commands failed; stopped early by --halt soon,fail=1; \\d commands did not end.*\n7\n"
                        + "\\S+ interrupted: .*");
        assertThat(ReportData.of(Files.readString(directory.resolve("failed/report.html"))))
                .contains("\"end\":\"2 of 3 commands failed\",\"exitCode\":2");
        assertThat(Files.readString(directory.resolve("failed/run.json")))
                .contains("\"exitCode\":2,\"failedCommands\":2,\"note\":\"2 of 3 commands failed\"");
    }

    @Test
    void shouldLearnAndTellTheMemoryOfCommands() throws Exception {
        String line = "'x=$(head -c {}000000 /dev/zero | tr \"\\0\" x); sleep 0.5; echo $RAYON_NUM_THREADS'";
        SluiceShell.Printed printed =
                run("sluice each --memory auto -j 2 --local 1 --run-dir learned --joblog log " + line
                        + " ::: 1 2 3 4 5 60; echo $?; sluice report learned | grep '^memory of 6 units'; "
                        + "sluice each --memory 30M --run-dir told " + line + " ::: 1 60; echo $?; "
                        + "sluice report told | grep 'out of memory'");
        assertThat(printed.out())
                .as(printed.err())
                .containsPattern("(?s)^([0-9]+\n){6}0\nmemory of 6 units: .* \\(unit 5, cycle 0, on .*\\)\n.*1\n.*"
                        + "1 of 2 commands failed, 1 of them out of memory");
        assertThat(printed.err())
                .contains("out of memory: sluice: the command used ", "more than its limit of 31.5 MB");
        assertThat(lines("log").stream().skip(1)).hasSize(6).allMatch(each -> each.matches(".*\t#[1-9][0-9]{6,}"));
        assertThat(Files.readAllLines(directory.resolve("learned/units.csv")).get(0))
                .endsWith(",outcome,peak_bytes");
    }

    @Test
    void shouldGiveEachCommandAProcessorOfItsOwnAndItsNiceness() throws Exception {
        SluiceShell.Printed printed = run("n=$(nice); sluice each --pin --nice 3 --local 2 --slots 1 "
                + "'grep Cpus_allowed_list /proc/self/status; [ $(nice) = '$((n + 3))' ] || nice; sleep 1' "
                + "::: 1 2 3 4; echo $?");
        if (Runtime.getRuntime().availableProcessors() >= 2) {
            assertThat(printed.out().lines().distinct().toList())
                    .as(printed.err())
                    .hasSize(3)
                    .contains("0")
                    .filteredOn(each -> each.startsWith("Cpus"))
                    .noneMatch(each -> each.contains(","))
                    .hasSize(2);
        } else {
            assertThat(printed.err()).contains("E480");
        }
    }

    @Test
    void shouldHaveNothingToDoAfterAForecast() throws Exception {
        SluiceShell.Printed printed = run("sluice predict each sleep ::: 1 1 1 > /dev/null 2>&1; echo $?; "
                + "sluice each --joblog log sleep ::: 1 1 1; echo $?; "
                + "sluice each --joblog log --resume sleep ::: 1 1 1; echo $?; sluice each sleep < /dev/null; echo $?");
        assertThat(printed.out()).as(printed.err()).isEqualTo("0\n0\n0\n0\n");
        assertThat(printed.err().lines())
                .contains(
                        "sluice: nothing to do: none of 3 commands is left",
                        "sluice: nothing to do: there are no inputs");
    }

    @Test
    void shouldPassOnNamesAsTheyAre() throws Exception {
        // An argument of Java cannot have the last one: it is no UTF-8.
        String names = "'a  b' $'new\\nline' \"quo'te\" '\"' '-n' '--' '$HOME' '*' $'\\xff\\xfe' '日本'";
        SluiceShell.Printed expected = run("for each in " + names + "; do printf '<%s>' \"$each\"; done");
        SluiceShell.Printed words = run("sluice each -k printf '<%s>' {} ::: " + names);
        SluiceShell.Printed line = run("sluice each -k \"printf '<%s>' {}\" ::: " + names);
        SluiceShell.Printed read = run("printf '%s\\0' " + names + " | sluice each -0 -k printf '<%s>' {}");
        assertThat(words.out()).as(words.err()).isEqualTo(expected.out());
        assertThat(line.out()).as(line.err()).isEqualTo(expected.out());
        assertThat(read.out()).as(read.err()).isEqualTo(expected.out());
    }

    @Test
    void shouldKeepNamesAsTheyAreInFilesAndLogs() throws Exception {
        String names = "'a  b' $'new\\nline' \"quo'te\" '\"' '-n' '--' '$HOME' '*' $'\\xff\\xfe' '日本'";
        String make = "printf '%s\\0' " + names + " | sluice each -0 --workdir ... --return {} --joblog log --resume "
                + "'printf %s {} > ./{}; echo >> " + directory.resolve("ran") + "'; echo $?";
        String keep =
                "printf '%s\\0' " + names + " | sluice each -0 --results kept --resume 'printf %s {}; echo >> ran'";
        String look = "for each in " + names + "; do cat \"./$each\" \"kept/1/$each/stdout\"; printf '%s%s' \"$each\""
                + " \"$each\" >> expected; done > found; cmp expected found; wc -l < ran; wc -l < log";
        SluiceShell.Printed printed = run(make + "\n" + make + "\n" + keep + "\n" + keep + "\n" + look);
        assertThat(printed.err().lines())
                .containsExactly(
                        "sluice: --resume: log.journal is new: all commands run",
                        "sluice: nothing to do: none of 10 commands is left",
                        "sluice: --resume: kept/.sluice-journal is new: all commands run",
                        "sluice: nothing to do: none of 10 commands is left");
        assertThat(printed.out()).isEqualTo("0\n0\n20\n11\n");
    }

    @Tag("long")
    @Test
    void shouldQueueAMillionInputsInASmallHeap() throws Exception {
        SluiceShell small = SluiceShell.in(Files.createDirectories(directory.resolve("small")), "-Xmx48m");
        SluiceShell.Printed printed = small.run(
                directory, "seq 1000000 | sluice each --dry-run echo | md5sum; seq -f 'echo %.0f' 1000000 | md5sum");
        List<String> sums = printed.out().lines().toList();
        assertThat(sums).as(printed.err()).hasSize(2);
        assertThat(sums.get(0)).isEqualTo(sums.get(1));
        SluiceShell.Printed some = small.run(
                directory, "seq 1000000 | sluice each -k -n 10000 echo | tr ' ' '\\n' | cmp - <(seq 1000000)");
        assertThat(some.code()).as(some.err()).isZero();
    }

    @Test
    void shouldPrintAMillionLinesInOrder() throws Exception {
        SluiceShell.Printed printed = run("sluice each seq ::: 1000000 | cmp - <(seq 1000000); "
                + "sluice each -k 'seq $(({} * 100000 + 1)) $((({} + 1) * 100000))' ::: 0 1 2 3 4 5 6 7 8 9 "
                + "| cmp - <(seq 1000000)");
        assertThat(printed.out() + printed.err()).isEmpty();
        assertThat(printed.code()).isZero();
    }

    @Test
    void shouldHoldManyInputsInASmallHeap() throws Exception {
        SluiceShell small = SluiceShell.in(Files.createDirectories(directory.resolve("small")), "-Xmx48m");
        SluiceShell.Printed printed = small.run(
                directory, "seq 100000 | sluice each -k -n 100 echo | tr ' ' '\\n' > all; wc -l < all; tail -n 1 all");
        assertThat(printed.out()).as(printed.err()).isEqualTo("100000\n100000\n");
    }

    @Test
    void shouldRunWhatIsMissingAfterTheMasterWasKilled() throws Exception {
        String line = "export EACH_TEST=" + directory + "; seq 200 | sluice each -j 2 --joblog log --resume "
                + "'sleep 0.05; echo {} >> began; [ {} -le 100 ] || until [ -e go ]; do sleep 0.1; done'";
        Process first = shell.start(directory, line.replace("seq 200 | sluice", "exec sluice") + " ::: $(seq 200)");
        await().atMost(LONG).until(() -> lines("began").size() > 20);
        first.destroyForcibly().waitFor();
        await().atMost(LONG).until(() -> commands().isEmpty());
        int logged = lines("log").size() - 1;
        Files.createFile(directory.resolve("go"));
        SluiceShell.Printed printed = run(line);
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(logged).isBetween(1, 199);
        assertThat(lines("log")).hasSize(201);
        assertThat(lines("log").stream().skip(1).map(each -> each.split("\t")[8]))
                .doesNotHaveDuplicates();
        // The commands that ran when the master was killed ran again: at most one in each slot.
        assertThat(lines("began").size()).isBetween(200, 202);
        assertThat(lines("began").stream().distinct()).hasSize(200);
        SluiceShell.Printed again = run(line);
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(lines("began").size()).isBetween(200, 202);
    }

    /** Each line is written when the command of the one before has ended, though another one runs all the time. */
    @Test
    void shouldStartTheCommandOfALineAsItComes() throws Exception {
        String stream = "(echo long; for i in 1 2 3; do echo $i; until [ -e \"$EACH_TEST/ended-$i\" ]; do sleep 0.05;"
                + " done; done; touch \"$EACH_TEST/go\")";
        String line = "export EACH_TEST=" + directory + "; %s | sluice each -j 2 --joblog log %s"
                + " '[ {} != long ] || until [ -e go ]; do sleep 0.05; done; touch ended-{}; echo {} >> began'";
        SluiceShell.Printed printed = run(line.formatted(stream, ""));
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(lines("began")).containsExactly("1", "2", "3", "long");
        String again = "(seq 3; until [ -e \"$EACH_TEST/ended-4\" ]; do echo 4; sleep 1; done | head -n 1)";
        assertThat(run(line.formatted(again, "--resume")).code()).isZero();
        assertThat(lines("began")).containsExactly("1", "2", "3", "long", "4");
    }

    @Test
    void shouldKillCommandsWithAllTheirProcessesOnCtrlC() throws Exception {
        Process run = shell.start(
                directory,
                "export EACH_TEST=" + directory + "; exec sluice each -j 2 --joblog log "
                        + "'echo {} >> began; sleep {}; echo late' ::: 0 0 600 600 600");
        await().atMost(LONG).until(() -> lines("began").size() == 4);
        await().atMost(LONG).until(() -> lines("log").size() == 3);
        new ProcessBuilder("kill", "-INT", String.valueOf(run.pid())).start().waitFor();
        assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(shell.err()).isEqualTo(130);
        await().atMost(LONG).until(() -> commands().isEmpty());
        assertThat(lines("log")).hasSize(3);
    }

    @Test
    void shouldLoseNothingWithAWorker() throws Exception {
        Process run = shell.start(
                directory,
                "export EACH_TEST=" + directory
                        + "; exec sluice each --local 2 -j 1 -k "
                        + "'sleep 0.1; [ {} -le 20 ] || until [ -e go ]; do sleep 0.1; done; echo {}' ::: $(seq 60)");
        await().atMost(LONG).until(() -> shell.out().lines().count() > 5);
        ProcessHandle worker = run.descendants()
                .filter(process -> SshHosts.file(process, "cmdline").contains("\0join\0"))
                .findFirst()
                .orElseThrow();
        worker.destroyForcibly();
        Files.createFile(directory.resolve("go"));
        assertThat(run.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(shell.err()).isZero();
        assertThat(shell.out().lines()).containsExactlyElementsOf(numbers(60));
    }

    @Test
    void shouldRunOnOtherHostsAndBringFilesBack() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory)) {
            hosts.start("north");
            hosts.start("south");
            Path file = hosts.file("north slots=1", "south slots=1");
            SluiceShell.Printed printed = run("seq 20 | sluice each -k --hosts " + file + " --ssh '" + hosts.ssh()
                    + "' --return 'out-{}.txt' 'echo result {} > out-{}.txt; echo {}'");
            assertThat(printed.code()).as(printed.err()).isZero();
            assertThat(printed.out().lines()).containsExactlyElementsOf(numbers(20));
            for (int i = 1; i <= 20; i++) {
                assertThat(directory.resolve("out-" + i + ".txt")).hasContent("result " + i + "\n");
            }
            hosts.awaitNoProcess();
        }
    }

    @Test
    void shouldPredictWithoutPrintingWhatCommandsPrint() throws Exception {
        SluiceShell.Printed printed = run("seq 100 | sluice predict each 'sleep 0.02; echo printed; echo {} >> ran'");
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(printed.out()).doesNotContain("printed").contains("workers");
        assertThat(lines("ran").size()).isBetween(1, 99);
    }

    @Test
    void shouldBeListedAmongRunsAndLeaveNothingWhereItIsTyped() throws Exception {
        assertThat(run("seq 3 | sluice each true").code()).isZero();
        assertThat(directory).isEmptyDirectory();
        assertThat(run("sluice runs").out()).contains("each");
        String json = run("sluice report --json").out();
        assertThat(RunSchema.read(json).at("/counters/accepted").asInt()).isEqualTo(3);
    }

    @Test
    void shouldRunAsManyCommandsAsHaveRoom() throws Exception {
        assertThat(run("sluice each -k --local 1 --cpus 1 -j 1 'echo {} $SLUICE_CPUS $OMP_NUM_THREADS' ::: a b")
                        .out())
                .isEqualTo("a 1 1\nb 1 1\n");
        assertThat(run("CUDA_VISIBLE_DEVICES=5,GPU-7 sluice each -k -j 2 --gpu 2 'echo $SLUICE_GPUS' ::: a b")
                        .out())
                .isEqualTo("5,GPU-7 a\n5,GPU-7 b\n");
        SluiceShell.Printed refused = run("sluice each --cpus 1000 echo ::: a");
        assertThat(refused.code()).isEqualTo(255);
        assertThat(refused.err()).contains("E412 ", "expected: room for --cpus 1000");
    }

    @Test
    void shouldLeaveOutAHostWithoutRoom() throws Exception {
        try (SshHosts hosts = SshHosts.in(directory)) {
            hosts.start("north");
            hosts.start("south");
            Path file = hosts.file("north slots=1", "south slots=1 gpus=0,3");
            SluiceShell.Printed printed = run("sluice each -k --hosts " + file + " --ssh '" + hosts.ssh()
                    + "' --gpu 1 'echo {} $CUDA_VISIBLE_DEVICES' ::: a b");
            assertThat(printed.code()).as(printed.err()).isZero();
            assertThat(printed.out()).isEqualTo("a 0\nb 0\n");
            assertThat(printed.err()).contains("E412 too small: ", "expected: room for --gpu 1");
            hosts.awaitNoProcess();
        }
    }

    private List<ProcessHandle> commands() {
        return ProcessHandle.allProcesses()
                .filter(process -> SshHosts.file(process, "environ").contains("EACH_TEST=" + directory + "\0"))
                .filter(process -> process.info().command().orElse("").endsWith("sleep"))
                .toList();
    }

    private List<String> lines(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path, StandardCharsets.ISO_8859_1) : List.of();
    }

    private static List<String> numbers(int last) {
        return LongStream.rangeClosed(1, last).mapToObj(String::valueOf).toList();
    }
}
