package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code sluice each} whose disk is full. The disk is a file system in memory, which each line mounts in a namespace of
 * its own.
 */
@NoLeaks
class EachFullDiskIT {
    private static final String FULL = "No space left on device (expected: room ";

    /** A line of 3,000 characters for each of 60 inputs. */
    private static final String COMMANDS = "'printf \"%3000s\\n\" {}; echo {} >> ran' ::: $(seq 120)";

    @TempDir
    static Path home;

    private static SluiceShell shell;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeShell() throws Exception {
        shell = SluiceShell.in(home);
        Process look = new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt").start();
        assumeTrue(look.waitFor() == 0, "no mounts here (expected: Linux with unshare and user namespaces)");
    }

    /** Types lines in a shell that has an empty disk at {@code $disk}; {@code grow} makes it large. */
    private SluiceShell.Printed run(int kibibytes, String... lines) throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        Path script = directory.resolve("script");
        String setting = "disk='" + disk + "'\nmount -t tmpfs -o size=" + kibibytes + "k none \"$disk\"\n"
                + "grow() { mount -o remount,size=100m \"$disk\"; }\n";
        Files.writeString(script, setting + String.join("\n", lines) + "\n");
        SluiceShell.Printed printed = shell.run(directory, "unshare -rm bash script");
        assertThat(printed.err()).doesNotContain("\tat ", "Exception");
        return printed;
    }

    @ParameterizedTest
    @CsvSource({
        "100, --output, all, sluice logs --output $disk/all",
        "8, --joblog, log, cat out",
        "300, --results, files, cat $disk/files/1/*/stdout",
        "60, --results, table.csv, 'cut -d , -f 10 $disk/table.csv'",
    })
    void shouldSayWhatFoundNoRoomAndGoOnWhenThereIsRoom(int kibibytes, String option, String name, String show)
            throws Exception {
        String line =
                "sluice each " + option + " $disk/" + name + " --resume " + COMMANDS + " >> out; echo $? >> codes";
        SluiceShell.Printed printed = run(kibibytes, line, "wc -l < ran > before", "grow", line, show);
        assertThat(printed.err())
                .contains("sluice: E402 " + option + ": "
                        + directory.resolve("disk").resolve(name))
                .contains(FULL + "on its disk; the same line with --resume then runs what is missing)");
        assertThat(directory.resolve("codes")).hasContent("255\n0\n");
        assertThat(printed.out()
                        .lines()
                        .map(String::strip)
                        .filter(each -> each.matches("\\d+"))
                        .distinct())
                .hasSize(120);
        int before = Integer.parseInt(Checkout.read(directory.resolve("before")).strip());
        assertThat(before).isBetween(2, 119);
        // Commands whose output found no room run again; how many had run by then depends on the machine.
        assertThat(Files.readAllLines(directory.resolve("ran"))).hasSizeBetween(120, 119 + before);
    }

    @Test
    void shouldSayThatInputsFoundNoRoom() throws Exception {
        SluiceShell.Printed printed = run(
                200,
                "export JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$disk",
                "seq 300000 | sluice each -n 5000 --joblog log 'echo {} | wc -w' 2> err; echo $?; grow",
                "seq 300000 | sluice each -n 5000 --joblog log --resume 'echo {} | wc -w'; echo $?");
        assertThat(Checkout.read(directory.resolve("err"))).contains("E402 inputs in ", FULL + "there, or another");
        assertThat(printed.out().lines().filter(each -> each.equals("255"))).hasSize(1);
        assertThat(printed.out().lines().filter(each -> each.equals("5000"))).hasSize(60);
        assertThat(printed.out()).endsWith("\n0\n");
    }

    /** The program does not look at what becomes of its output, as many do not. */
    @Test
    void shouldNotTakeACommandForRunWhoseOutputFoundNoRoom() throws Exception {
        String line = "sluice each -j 1 --joblog log --resume 'head -c {} /dev/zero | tr \"\\0\" x; true' "
                + "::: 1000 900000 1000 2000 >> out; echo $? >> codes";
        SluiceShell.Printed printed =
                run(400, "export JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$disk", line, "wc -c < out", "grow", line);
        assertThat(printed.err())
                .contains(
                        "1 of 4 commands failed",
                        "2: no result: output is incomplete: files of commands in ",
                        FULL + "there, or another");
        assertThat(printed.out()).isEqualTo("4000\n");
        assertThat(directory.resolve("out")).hasSize(904_000);
        assertThat(directory.resolve("codes")).hasContent("255\n0\n");
    }

    /** The second command finds no room; then another program makes some, before the command ends. */
    @Test
    void shouldNotTakeACommandForRunWhoseOutputFoundNoRoomForAWhile() throws Exception {
        String first = "until [ -e ran ]; do sleep 0.1; done; ";
        String line = "sluice each -j 2 --joblog log --resume 'head -c 300000 /dev/zero | tr \"\\0\" x; echo >> ran; "
                + "while [ -e $disk/fill ]; do sleep 0.1; done; true' ::: 1 >> out; echo $? >> codes";
        SluiceShell.Printed printed = run(
                500,
                "export disk JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$disk",
                "head -c 400000 /dev/zero > $disk/fill",
                "(" + first + "sleep 1; rm $disk/fill) &",
                line,
                line);
        assertThat(printed.err()).contains("1: no result: output is incomplete: files of commands in ");
        assertThat(directory.resolve("out")).hasSize(300_000);
        assertThat(directory.resolve("codes")).hasContent("255\n0\n");
    }

    @Test
    void shouldSayThatStandardOutputFoundNoRoom() throws Exception {
        SluiceShell.Printed printed = run(40, "sluice each -k --joblog log " + COMMANDS + " > $disk/out; echo $?");
        assertThat(printed.err()).contains("E402 standard output: No space left on device (expected: a file ");
        assertThat(printed.out()).isEqualTo("255\n");
        // Nothing is in the journal that is not printed as a whole.
        long recorded = Files.readAllLines(directory.resolve("log.journal")).size() - 1L;
        assertThat(recorded).isBetween(1L, 40 * 1024 / 3001L);
    }
}
