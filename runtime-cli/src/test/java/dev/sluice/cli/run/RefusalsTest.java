package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.virtual.RunFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong commands about runs: each is refused before anything starts, with its code. */
class RefusalsTest {
    private static final Set<PosixFilePermission> LAX = PosixFilePermissions.fromString("rwxr-xr-x");

    @TempDir
    Path directory;

    private static void assertRefused(String offence, String expectation, String... arguments) {
        Executed refused = Executed.sluice(arguments);
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains(offence, expectation);
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void shouldRefuseAFileThatIsNotThere() {
        assertRefused("E204", "/nowhere/no-such.jar", "run", "/nowhere/no-such.jar");
    }

    @Test
    void shouldRefuseAPageWithoutAPort() throws Exception {
        String jar = application().toString();
        assertRefused("E200 --web: 8080", "expected: HOST:PORT", "run", jar, "--web=8080");
    }

    @Test
    void shouldRefuseCommandsWithoutAnyWorker() throws Exception {
        String jar = application().toString();
        String expected = "(expected: 1 or more; omit it to compute in this process)";
        assertThat(Executed.sluice("each", "--local", "0", "true", ":::", "1").err())
                .contains("E200 --local: 0", expected);
        Executed listening = Executed.sluice("run", jar, "--local", "0", "--listen", "127.0.0.1:0", "--dry-run");
        assertThat(listening.code()).as(listening.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run APP --tune AUTO|AUTO (expected: NONE, TREE, WORKERS or OWN)",
                "run APP --tune workers --active 1|--tune: WORKERS with --active (expected: only one of the two)",
                "run APP --local 2 --tune tree|--tune: TREE, with no workers but those that this machine has",
                "run APP --local 2 --network lease=5s|--network lease: 5s (expected: 6s to 1h)",
                "run APP --local 2 --network lease=long|--network lease: long (expected: a time such as ",
                "simulate --hosts 4 --unit-time 1s --tune tree|tree (expected: NONE or WORKERS; only real runs"
            })
    void shouldRefuseTunersAndLeasesThatDoNotFit(String line, String said) throws Exception {
        assertRefused(
                said,
                "expected: ",
                line.replace("APP", application().toString()).split(" "));
    }

    @ParameterizedTest
    @CsvSource({"--slots=1", "--policy=GSS", "--keep-going", "--unit-timeout=1s", "--web=127.0.0.1:0"})
    void shouldRefuseWhatASerialRunHasNoUseFor(String option) throws Exception {
        String name = option.replaceFirst("=.*", "");
        assertRefused(
                "E200 --local: 0, with " + name,
                "only one of the two",
                "run",
                application().toString(),
                "--local=0",
                option);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--run-file=DIR/plain/w.run|E204 run file: DIR/plain/w.run cannot be written: DIR/plain is no"
                        + " directory",
                "--run-file=/proc/no-such/w.run|E204 run file: /proc/no-such/w.run cannot be written: ",
                "--run-file=DIR/lax/w.run|E206 run file: DIR/lax is rwxr-xr-x",
                "--run-file=DIR/lax|E205 run file: DIR/lax is a directory",
                "--run-dir=DIR/plain|E204 --run-dir: DIR/plain: ",
                "--run-dir=/proc/no-such|E204 --run-dir: /proc/no-such: "
            })
    void shouldRefusePlacesThatCannotBeWrittenBeforeWorkersStart(String option, String said) throws Exception {
        String work = directory.toString();
        Path runDirectory = directory.resolve("run");
        Files.createFile(directory.resolve("plain"));
        Files.createDirectory(directory.resolve("lax"), PosixFilePermissions.asFileAttribute(LAX));
        Files.setPosixFilePermissions(directory.resolve("lax"), LAX);
        List<String> words = new ArrayList<>(List.of("run", application().toString(), "--no-history", "--local=1"));
        words.addAll(List.of("--slots=1", "--worker-jar=" + directory.resolve("app.jar"), option.replace("DIR", work)));
        if (option.startsWith("--run-file")) {
            words.add("--run-dir=" + runDirectory);
        }
        assertRefused(said.replace("DIR", work), "expected: ", words.toArray(String[]::new));
        assertThat(runDirectory).as("output of workers").doesNotExist();
    }

    @Test
    void shouldRefuseARunFileThatDiscoverAndSubMasterCannotWrite() throws Exception {
        Path plain = Files.createFile(directory.resolve("plain"));
        String option = "--run-file=" + plain.resolve("w.run");
        String offence =
                "E204 run file: " + plain.resolve("w.run") + " cannot be written: " + plain + " is no directory";
        String work = "--run-dir=" + directory.resolve("work");
        assertRefused(offence, "expected: ", "hosts", "discover", "--listen=127.0.0.1:0", "--workers=1", work, option);

        Path above = directory.resolve("private").resolve("worker.run");
        RunFiles.of(Role.WORKER, 9).write(above);
        String cache = "--cache=" + directory.resolve("cache");
        assertRefused(offence, "expected: ", "submaster", above.toString(), cache, option);
    }

    /** A jar with an application. */
    private Path application() throws Exception {
        return ApplicationJar.in(directory, Numbered.class);
    }

    public static final class Numbered extends NumberedUnits {
        public Numbered() {
            super(3);
        }
    }

    @Test
    void shouldNameTheOptionThatWasMeant() {
        assertRefused("E200", "--policy", "run", "x.jar", "--polcy", "SS");
    }

    @Test
    void shouldNameThePoliciesOfARun() throws Exception {
        assertRefused(
                "E200",
                "ABC (expected: one of [SS, FSC, GSS, TSS, FAC, AWF, AF, FIXED], or a class of the application's jar",
                "run",
                "x.jar",
                "--policy=ABC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run x.jar", "predict x.jar", "set", "simulate --hosts 4 --unit-time 1s"})
    void shouldSayThatThePolicyAutoIsGone(String command) {
        String[] words = (command + " --policy=auto").split(" ");
        assertRefused("E290 --policy: auto (expected: one of [SS, ", "Leave --policy out for SS, the default", words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run x.jar --weight 2|E294 --weight: gone (expected: --pool=weight=VALUE)",
                "run x.jar --exclude=a,b|E294 --exclude: gone (expected: --goal=exclude=VALUE)",
                "run x.jar --serial|E294 --serial: gone (expected: --local=0)",
                "run x.jar --transport TCP --json=false|E294 --transport: gone (expected: --network=transport=VALUE)",
                "plan --look --hosts 4|E294 --look: gone (expected: --goal=look)",
                "simulate --setups AT_ONCE|E294 --setups: gone (expected: --delivery=setups=VALUE)",
                "workers drain --weight 2|E200 --weight: unknown option (expected: "
            })
    void shouldSayWhatReplacesAnOptionThatIsGone(String line, String said) {
        assertRefused(said, "expected: ", line.split(" "));
        assertThat(Executed.sluice("each", "--no-web", "true", ":::", "1").err())
                .contains("E294 --no-web: gone (expected: --web=off)");
    }

    @Test
    void shouldRefuseToTuneATreeWhereNoSubMasterCanBe() throws Exception {
        String jar = application().toString();
        assertRefused("E200 --tune: TREE", "no site is far", "run", jar, "--tune=tree", "--local=2");
        assertRefused("E200 --tune: TREE", "Slurm starts", "run", jar, "--tune=tree", "--slurm=2");
        assertRefused("--tune", "NONE, TREE, WORKERS or OWN", "run", jar, "--tune=number");
        assertRefused(
                "E200 --tune: WORKERS with --active",
                "only one of the two",
                "run",
                jar,
                "--tune=workers",
                "--active=2");
        assertRefused("E200 --local: 0, with --tune", "only one of the two", "run", jar, "--local=0", "--tune=tree");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--nonsense", "--weights=heavy"})
    void shouldSayWhyNothingWasRunAsJson(String option) throws Exception {
        Path jar = Files.createFile(directory.resolve("x.jar"));
        Executed refused = Executed.sluice("run", jar.toString(), "--json", option);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.out()).contains("\"mode\":\"error\"", "\"exitCode\":2", "\"code\":\"E200\"");
    }

    @ParameterizedTest
    @CsvSource({"101, 0 to 100", "much, 0 to 100", "-1, 0 to 100"})
    void shouldRefuseSharesThatAreNone(String percent, String expected) {
        assertRefused(
                "E200 --speculation: " + percent,
                expected,
                "simulate",
                "--workers=2",
                "--bandwidth=1Gbit/s",
                "--unit-time=1s",
                "--units=10",
                "--speculation=" + percent);
    }

    @Test
    void shouldDrainWorkersOfNoOtherRun() throws Exception {
        assertRefused(
                "E204 run: " + directory + "/else",
                "directory of a run",
                "workers",
                "drain",
                directory + "/else",
                "w1");
        Path over = Files.createDirectory(directory.resolve("over"));
        assertRefused(
                "E207 run: " + over + " is over", "expected: a running run", "workers", "drain", over.toString(), "w1");
        assertRefused("Missing required parameter", "[RUN] WORKER", "workers", "drain");
    }
}
