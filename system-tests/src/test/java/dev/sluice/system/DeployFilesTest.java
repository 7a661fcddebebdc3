package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine.Option;

/** Units of systemd, manifests of Kubernetes and the container's recipe say what the worker's command understands. */
class DeployFilesTest {
    private static final String UNIT = "deploy/systemd/sluice-worker@.service";
    private static final String MANIFEST = "deploy/kubernetes/workers.yaml";
    private static final String RECIPE = "deploy/container/Containerfile";
    private static final Pattern JOIN = Pattern.compile("sluice join ([^\\n]*)");
    private static final Pattern OPTION = Pattern.compile("(?<= )--[a-z-]+");

    @ParameterizedTest
    @ValueSource(strings = {UNIT, MANIFEST})
    void shouldUseOptionsThatJoinHas(String file) throws Exception {
        String line = only(JOIN, Checkout.read(Checkout.file(file)));
        assertThat(OPTION.matcher(" " + line).results().map(MatchResult::group))
                .isNotEmpty()
                .isSubsetOf(options("dev.sluice.worker.command.JoinCommand"));
    }

    @ParameterizedTest
    @ValueSource(strings = {UNIT, MANIFEST})
    void shouldHandTheRunFileThroughStandardInput(String file) {
        assertThat(only(JOIN, Checkout.read(Checkout.file(file)))).matches(".* -( < \\S+)?");
    }

    @Test
    void shouldLetSystemdOpenTheFileThatTheUnitIsCalledAfter() {
        assertThat(Checkout.read(Checkout.file(UNIT)).lines())
                .contains(
                        "StandardInput=file:/etc/sluice/%i.run",
                        "AssertPathExists=/etc/sluice/%i.run",
                        "DynamicUser=yes",
                        "NoNewPrivileges=yes",
                        "ProtectSystem=strict",
                        "Slice=sluice.slice")
                .doesNotContain("MemoryDenyWriteExecute=yes");
        assertThat(Checkout.file("deploy/systemd/sluice.slice")).exists();
    }

    @Test
    void shouldServeAPoolWithOptionsThatItHasAndLeaveItsRunsAlone() throws Exception {
        String unit = Checkout.read(Checkout.file("deploy/pool/sluice-pool.service"));
        String line = only(Pattern.compile("ExecStart=/usr/bin/sluice pool serve([^\\n]*)"), unit);
        assertThat(OPTION.matcher(line).results().map(MatchResult::group))
                .isNotEmpty()
                .isSubsetOf(options("dev.sluice.cli.pool.PoolServeCommand"));
        assertThat(unit.lines()).contains("KillMode=process", "RestartPreventExitStatus=2 4");
    }

    @Test
    void shouldBeAJobOfWorkersWithLimitsAProbeAndNoRights() {
        Map<String, Object> job = manifest();
        assertThat(job).containsEntry("apiVersion", "batch/v1").containsEntry("kind", "Job");
        assertThat(map(job, "spec").get("parallelism")).isInstanceOf(Integer.class);
        assertThat(map(job, "spec")).doesNotContainKey("completions");
        Map<String, Object> pod = map(job, "spec", "template", "spec");
        assertThat(pod).containsEntry("restartPolicy", "Never").containsEntry("automountServiceAccountToken", false);
        assertThat(map(pod, "securityContext")).containsEntry("runAsNonRoot", true);
        Map<String, Object> worker = container(pod);
        assertThat(map(worker, "resources", "limits")).containsKeys("cpu", "memory", "ephemeral-storage");
        assertThat(map(worker, "resources", "requests")).containsKeys("cpu", "memory");
        assertThat(map(worker, "readinessProbe", "exec")).containsKey("command");
        assertThat(map(worker, "securityContext"))
                .containsEntry("allowPrivilegeEscalation", false)
                .containsEntry("readOnlyRootFilesystem", true);
    }

    @Test
    void shouldMountWhatTheWorkerReadsAndWrites() {
        Map<String, Object> pod = map(manifest(), "spec", "template", "spec");
        Map<String, Object> worker = container(pod);
        List<String> paths = list(worker, "volumeMounts").stream()
                .map(mount -> String.valueOf(mount.get("mountPath")))
                .toList();
        String command = String.valueOf(worker.get("command"));
        assertThat(command).contains(" < /run/sluice/worker.run").contains("--cache /var/cache/sluice/");
        assertThat(paths).contains("/run/sluice", "/var/cache/sluice", "/tmp");
        assertThat(list(worker, "volumeMounts").stream().map(mount -> mount.get("name")))
                .containsExactlyInAnyOrderElementsOf(list(pod, "volumes").stream()
                        .map(volume -> volume.get("name"))
                        .toList());
        Map<String, Object> secret = list(pod, "volumes").stream()
                .filter(volume -> volume.containsKey("secret"))
                .map(volume -> map(volume, "secret"))
                .findFirst()
                .orElseThrow();
        assertThat(secret).containsEntry("secretName", "sluice-run").containsEntry("defaultMode", 0440);
        assertThat(Checkout.read(Checkout.file(MANIFEST)))
                .contains("create secret generic sluice-run --from-file=worker.run=");
    }

    @Test
    void shouldNameImagesByTheirVersion() {
        String version = only(
                Pattern.compile("<artifactId>sluice</artifactId>\\s*<version>([^<]+)"),
                Checkout.read(Checkout.file("pom.xml")));
        Map<String, Object> worker = container(map(manifest(), "spec", "template", "spec"));
        assertThat(worker).containsEntry("image", "sluice:" + version);
        assertThat(Checkout.read(Checkout.file(RECIPE))).contains("-t sluice:" + version, "VERSION=" + version);
        assertThat(only(Pattern.compile("(?m)^FROM (\\S+)$"), Checkout.read(Checkout.file(RECIPE))))
                .matches("[^:]+:[^:]+")
                .doesNotContain("latest");
    }

    @Test
    void shouldRunInTheContainerWithoutRights() {
        String recipe = Checkout.read(Checkout.file(RECIPE));
        assertThat(recipe.lines())
                .contains(
                        "USER 10001:10001",
                        "ENTRYPOINT [\"/opt/sluice/sluice\"]",
                        "STOPSIGNAL SIGTERM",
                        "ADD sluice-${VERSION}.tar.gz /opt/");
        String script = String.valueOf(
                container(map(manifest(), "spec", "template", "spec")).get("command"));
        assertThat(script).contains("exec /opt/sluice/sluice join");
        assertThat(map(manifest(), "spec", "template", "spec", "securityContext"))
                .containsEntry("runAsUser", 10001);
    }

    /** The options that the worker's own command has. */
    private static Set<String> options(String command) throws ClassNotFoundException {
        Set<String> options = new TreeSet<>();
        for (Field field : Class.forName(command).getDeclaredFields()) {
            Option option = field.getAnnotation(Option.class);
            if (option != null) {
                options.addAll(List.of(option.names()));
            }
        }
        return options;
    }

    private static String only(Pattern pattern, String text) {
        List<String> found =
                pattern.matcher(text).results().map(result -> result.group(1)).toList();
        assertThat(found).as(pattern.pattern()).hasSize(1);
        return found.get(0);
    }

    /** The documents of the manifest are one. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> manifest() {
        Iterable<Object> documents =
                new Load(LoadSettings.builder().build()).loadAllFromString(Checkout.read(Checkout.file(MANIFEST)));
        List<Object> all = StreamSupport.stream(documents.spliterator(), false).toList();
        assertThat(all).hasSize(1);
        return (Map<String, Object>) all.get(0);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> from, String... path) {
        Map<String, Object> at = from;
        for (String key : path) {
            assertThat(at).containsKey(key);
            at = (Map<String, Object>) at.get(key);
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> from, String key) {
        assertThat(from).containsKey(key);
        return new ArrayList<>((List<Map<String, Object>>) from.get(key));
    }

    private static Map<String, Object> container(Map<String, Object> pod) {
        List<Map<String, Object>> containers = list(pod, "containers");
        assertThat(containers).hasSize(1);
        return containers.get(0);
    }
}
