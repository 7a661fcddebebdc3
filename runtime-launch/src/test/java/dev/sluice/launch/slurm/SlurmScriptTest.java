package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.launch.LaunchException;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.UnitNeeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmScriptTest {
    @TempDir
    Path directory;

    private static SlurmTerms terms(int slots, String directory, String... options) {
        return new SlurmTerms(
                "pi-1",
                3,
                slots,
                UnitNeeds.NONE,
                List.of(options),
                Path.of("/opt/it's/w.jar"),
                List.of("-Xmx1g"),
                Path.of(directory));
    }

    private static String batch(SlurmTerms terms) {
        return SlurmScript.batch(terms, terms.runFile());
    }

    @Test
    void shouldAskForANodeForEachWorker() {
        assertThat(batch(terms(0, "/home/me/runs/pi-1")).lines())
                .startsWith("#!/bin/sh")
                .contains(
                        "#SBATCH --job-name=sluice-pi-1",
                        "#SBATCH --array=1-3",
                        "#SBATCH --nodes=1 --ntasks=1 --exclusive",
                        "#SBATCH --no-requeue --signal=B:TERM@60",
                        "#SBATCH --open-mode=append --output=/home/me/runs/pi-1/logs/%N-%A_%a.log",
                        "slots=${SLURM_CPUS_ON_NODE:-1}")
                .anyMatch(line -> line.startsWith("exec \"$java\" ")
                        && line.endsWith(
                                " -Xmx1g -jar \"$jar\" join --transport tcp --slots \"$slots\" --name \"$node\""
                                        + " /home/me/runs/pi-1/private/worker.run"));
    }

    @Test
    void shouldAskForAPartOfANode() {
        assertThat(batch(terms(4, "/runs/pi-1")).lines())
                .contains("#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=4", "slots=4");
    }

    @Test
    void shouldAskForTheResourcesOfAllSlots() {
        UnitNeeds needs = new UnitNeeds(2, (1L << 30) + 1, 1);
        assertThat(batch(terms(4, "/runs/pi-1").needing(needs)).lines())
                .contains("#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=8 --mem=4097M --gpus-per-task=4", "slots=4");
        assertThat(batch(terms(0, "/runs/pi-1").needing(needs)).lines())
                .contains("#SBATCH --nodes=1 --ntasks=1 --exclusive --mem=0");
        assertThat(batch(terms(1, "/runs/pi-1", "--mem=9G", "--gres=gpu:2").needing(needs))
                        .lines())
                .contains("#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=2", "#SBATCH --mem=9G --gres=gpu:2");
        assertThat(SlurmScript.step(terms(2, "/runs/pi-1").needing(needs)))
                .contains("--cpus-per-task=4", "--mem=2049M", "--gpus-per-task=2");
    }

    @Test
    void shouldQuoteForSlurmWhatItWouldReadOtherwise() {
        String script = batch(terms(0, "/home/me/50 % #1/pi-1", "--comment=a \"b\"", "--time=10"));
        assertThat(script.lines())
                .contains(
                        "#SBATCH --open-mode=append --output=\"/home/me/50 %% #1/pi-1/logs/%N-%A_%a.log\"",
                        "#SBATCH \"--comment=a \\\"b\\\"\" --time=10");
        assertThat(script).contains("'/home/me/50 % #1/pi-1/private/worker.run'");
    }

    @Test
    void shouldPutTheUsersOptionsBehindItsOwn() {
        String script = batch(terms(0, "/runs/pi-1", "--signal=B:TERM@300"));
        assertThat(script.indexOf("B:TERM@300")).isGreaterThan(script.indexOf("B:TERM@60"));
    }

    @Test
    void shouldStartAStepThatOutlivesOneOfItsWorkers() {
        assertThat(SlurmScript.step(terms(2, "/runs/pi-1", "--qos=high")))
                .startsWith("srun", "--job-name=sluice-pi-1", "--nodes=3", "--ntasks=3", "--ntasks-per-node=1")
                .contains(
                        "--overlap",
                        "--kill-on-bad-exit=0",
                        "--wait=0",
                        "--input=all",
                        "--cpus-per-task=2",
                        "--qos=high");
    }

    @Test
    void shouldSayWhatANodeLacks() throws Exception {
        assertThat(printed(taskWith("/bin/sh"), 4))
                .contains("sluice: n9: no sluice-worker.jar (expected: at " + directory);
        assertThat(printed(taskWith("/no/java"), 4)).contains("sluice: n9: no Java (expected: 17 or newer at /no/java");
    }

    /** The script where nothing is to be found but this Java. */
    private ProcessBuilder taskWith(String java) throws Exception {
        Path script = directory.resolve("task.sh");
        Files.writeString(
                script,
                batch(terms(0, directory + "/nowhere"))
                        .replace(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                java));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", script.toString()).redirectErrorStream(true);
        builder.environment().putAll(Map.of("SLURMD_NODENAME", "n9", "JAVA_HOME", "/no", "PATH", "/nowhere"));
        return builder;
    }

    private static String printed(ProcessBuilder builder, int exitCode) throws Exception {
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isEqualTo(exitCode);
        return text;
    }

    @Test
    void shouldPutAWorkerInPlaceOfTheShell() throws Exception {
        Path jar = Files.createFile(directory.resolve("w.jar"));
        Path java = directory.resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$$: $*\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Path script = directory.resolve("task.sh");
        SlurmTerms terms = new SlurmTerms("pi", 1, 0, UnitNeeds.NONE, List.of(), jar, List.of("-Dx=a b"), directory);
        Files.writeString(
                script,
                batch(terms)
                        .replace(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                java.toString()));
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString());
        builder.environment().putAll(Map.of("SLURMD_NODENAME", "n9", "SLURM_CPUS_ON_NODE", "6", "SLURM_JOB_ID", "12"));
        List<String> lines = printed(builder, 0).lines().toList();
        SlurmGreeting greeting = SlurmGreeting.parse(lines.get(0));
        assertThat(greeting).isNotNull();
        assertThat(greeting).isEqualTo(new SlurmGreeting("n9", greeting.pid(), 6, "12.batch"));
        assertThat(lines.get(1))
                .startsWith(greeting.pid() + ": ")
                .endsWith("-Dx=a b -jar " + jar + " join --transport tcp --slots 6 --name n9 " + terms.runFile());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--array=1-9", "-a", "-N2", "--wrap=rm", "-ofile", "--ntasks=4", "-W"})
    void shouldRefuseWhatItSaysItself(String option) {
        assertThatThrownBy(() -> terms(0, "/runs/pi-1", "--time=1", option))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining(
                        "--slurm-options: " + option.replaceFirst("=.*", "").substring(0, 2))
                .hasMessageContaining("Sluice sets this one")
                .extracting(e -> ((LaunchException) e).code())
                .isEqualTo(ErrorCode.USAGE);
    }

    @Test
    void shouldNameTheOptionForProcessors() {
        assertThatThrownBy(() -> terms(0, "/runs/pi-1", "-c4")).hasMessageContaining("--slots says this one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/runs/a\nb", "/runs/a\\b"})
    void shouldRefusePathsThatSlurmWouldTakeApart(String path) {
        assertThatThrownBy(() -> terms(0, path)).hasMessageContaining("neither '\\' nor control characters");
    }
}
