package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import dev.sluice.cli.SluiceMaster;
import dev.sluice.cli.config.ConfigPlaces;
import dev.sluice.model.RunId;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.UnitNeeds;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** The manifests have no field that Kubernetes does not know, and no command that Sluice does not know. */
class KubernetesManifestsTest {
    private static final String POOL = "deploy/kubernetes/pool.yaml";
    private static final String AGENTS = "deploy/kubernetes/agents.yaml";
    private static final String WORKERS = "deploy/kubernetes/workers.yaml";

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "v1 Service", Service.class,
            "v1 PersistentVolumeClaim", PersistentVolumeClaim.class,
            "apps/v1 Deployment", Deployment.class,
            "apps/v1 StatefulSet", StatefulSet.class,
            "batch/v1 Job", Job.class);

    /** Refuses unknown fields, which the models would keep as additional properties. */
    private static final ObjectMapper STRICT = new ObjectMapper()
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    private static List<HasMetadata> read(String file) {
        return parse(Checkout.read(Checkout.file(file)));
    }

    private static List<HasMetadata> parse(String text) {
        List<HasMetadata> objects = new ArrayList<>();
        for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
            Map<?, ?> fields = (Map<?, ?>) document;
            String kind = fields.get("apiVersion") + " " + fields.get("kind");
            assertThat(KINDS).containsKey(kind);
            objects.add(STRICT.convertValue(document, KINDS.get(kind)));
        }
        return objects;
    }

    private static <T> T only(String file, Class<T> kind) {
        List<T> found =
                read(file).stream().filter(kind::isInstance).map(kind::cast).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static PodTemplateSpec pod(String file) {
        for (HasMetadata object : read(file)) {
            if (object instanceof Deployment deployment) {
                return deployment.getSpec().getTemplate();
            } else if (object instanceof StatefulSet set) {
                return set.getSpec().getTemplate();
            } else if (object instanceof Job job) {
                return job.getSpec().getTemplate();
            }
        }
        throw new AssertionError(file + ": no pods");
    }

    private static Container container(String file) {
        assertThat(pod(file).getSpec().getContainers()).hasSize(1);
        return pod(file).getSpec().getContainers().get(0);
    }

    @Test
    void shouldHaveOnlyFieldsOfKubernetes() {
        assertThat(read(POOL)).hasSize(3);
        assertThat(read(AGENTS)).hasSize(2);
        assertThat(read(WORKERS)).hasSize(1);

        String wrong = Checkout.read(Checkout.file(POOL)).replace("readOnlyRootFilesystem", "readOnlyRootFileSystem");
        assertThatThrownBy(() -> parse(wrong)).hasMessageContaining("readOnlyRootFileSystem");
        assertThatThrownBy(() -> parse(wrong + "  replicas: 2\n  replicas: 3\n"))
                .isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {POOL, AGENTS, WORKERS})
    void shouldRunWithoutRights(String file) {
        PodTemplateSpec pod = pod(file);
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isEqualTo(10001);
        Container container = container(file);
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsKeys("memory", "ephemeral-storage");
        assertThat(container.getImage()).isEqualTo(container(WORKERS).getImage());
        assertThat(container.getVolumeMounts().stream().map(VolumeMount::getName))
                .containsExactlyInAnyOrderElementsOf(
                        pod.getSpec().getVolumes().stream().map(Volume::getName).toList());
    }

    @Test
    void shouldKeepOnePoolAndItsDirectory() {
        Deployment pool = only(POOL, Deployment.class);
        assertThat(pool.getSpec().getReplicas()).isEqualTo(1);
        assertThat(pool.getSpec().getStrategy().getType()).isEqualTo("Recreate");
        assertThat(pod(POOL).getSpec().getSecurityContext().getFsGroupChangePolicy())
                .as("files with secrets keep their mode")
                .isEqualTo("OnRootMismatch");
        String claim = only(POOL, PersistentVolumeClaim.class).getMetadata().getName();
        Volume volume = pod(POOL).getSpec().getVolumes().stream()
                .filter(each -> each.getPersistentVolumeClaim() != null)
                .findFirst()
                .orElseThrow();
        assertThat(volume.getPersistentVolumeClaim().getClaimName()).isEqualTo(claim);
        String mount = container(POOL).getVolumeMounts().stream()
                .filter(each -> each.getName().equals(volume.getName()))
                .findFirst()
                .orElseThrow()
                .getMountPath();
        assertThat(container(POOL).getEnv())
                .filteredOn(variable -> List.of("SLUICE_POOL", "XDG_STATE_HOME").contains(variable.getName()))
                .hasSize(2)
                .allSatisfy(variable -> assertThat(variable.getValue()).startsWith(mount + "/"));
        assertThat(container(POOL).getWorkingDir()).isEqualTo(mount);
    }

    @Test
    void shouldSelectThePodsThatItLabels() {
        for (String file : List.of(POOL, AGENTS)) {
            Service service = only(file, Service.class);
            assertThat(service.getSpec().getClusterIP()).as("headless").isEqualTo("None");
            assertThat(pod(file).getMetadata().getLabels())
                    .containsAllEntriesOf(service.getSpec().getSelector());
        }
        assertThat(only(POOL, Deployment.class).getSpec().getSelector().getMatchLabels())
                .isEqualTo(pod(POOL).getMetadata().getLabels());
        StatefulSet agents = only(AGENTS, StatefulSet.class);
        assertThat(agents.getSpec().getSelector().getMatchLabels())
                .isEqualTo(pod(AGENTS).getMetadata().getLabels());
        assertThat(agents.getSpec().getServiceName())
                .isEqualTo(only(AGENTS, Service.class).getMetadata().getName());
    }

    @Test
    void shouldListenAtThePortOfItsService() {
        int port = only(POOL, Service.class).getSpec().getPorts().get(0).getPort();
        assertThat(container(POOL).getPorts().get(0).getContainerPort()).isEqualTo(port);
        assertThat(container(POOL).getCommand()).containsSequence("--listen", "0.0.0.0:" + port);
    }

    /** The command for the Secret is carried out on a file for agents, as the pool writes it. */
    @Test
    void shouldLetAgentsLookForThePoolByItsName() throws Exception {
        String expression = Pattern.compile("-- sed (.*) pool/private/agent\\.run > agent\\.run")
                .matcher(Checkout.read(Checkout.file(POOL)))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        RunFile written = new RunFile(
                new RunId("pool-1"),
                List.of(new InetSocketAddress("10.1.2.3", 7700), new InetSocketAddress("127.0.0.1", 7700)),
                null,
                "a".repeat(64),
                Role.AGENT,
                Secret.create(),
                false,
                UnitNeeds.NONE);
        Process sed = new ProcessBuilder("/bin/sh", "-c", "sed " + expression).start();
        sed.getOutputStream().write(written.text().getBytes(StandardCharsets.UTF_8));
        sed.getOutputStream().close();
        String text = new String(sed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        RunFile agents = RunFile.parse(new StringReader(text));
        Service service = only(POOL, Service.class);
        assertThat(agents.addresses())
                .containsExactly(InetSocketAddress.createUnresolved(
                        service.getMetadata().getName(),
                        service.getSpec().getPorts().get(0).getPort()));
        assertThat(agents.secret()).isEqualTo(written.secret());
        assertThat(agents.role()).isEqualTo(Role.AGENT);
    }

    @Test
    void shouldMountTheSecretThatIsMade() {
        Volume secret = pod(AGENTS).getSpec().getVolumes().stream()
                .filter(volume -> volume.getSecret() != null)
                .findFirst()
                .orElseThrow();
        assertThat(secret.getSecret().getDefaultMode()).isEqualTo(0440);
        assertThat(Checkout.read(Checkout.file(POOL)))
                .contains("create secret generic " + secret.getSecret().getSecretName() + " --from-file=agent.run");
        assertThat(String.join(" ", container(AGENTS).getCommand())).endsWith(" - < /run/sluice/agent.run");
    }

    @Test
    void shouldUseCommandsThatSluiceHas() {
        List<List<String>> commands = new ArrayList<>();
        for (String file : List.of(POOL, AGENTS, WORKERS)) {
            Container container = container(file);
            commands.add(sluice(container.getCommand()));
            Stream.of(container.getStartupProbe(), container.getReadinessProbe(), container.getLivenessProbe())
                    .filter(Objects::nonNull)
                    .map(Probe::getExec)
                    .filter(probe -> probe.getCommand().get(0).endsWith("sluice"))
                    .forEach(probe -> commands.add(sluice(probe.getCommand())));
        }
        assertThat(commands).as("three containers and three probes").hasSize(6);
        for (String page : List.of(POOL, "docs/installing.md")) {
            List<List<String>> typed = Pattern.compile("kubectl exec \\S+ -- sluice ([^#\\n]*)")
                    .matcher(Checkout.read(Checkout.file(page)))
                    .results()
                    .map(MatchResult::group)
                    .map(line -> List.of(line.strip().split(" +")))
                    .map(words -> words.subList(words.indexOf("sluice") + 1, words.size()))
                    .toList();
            assertThat(typed).as(page).isNotEmpty();
            commands.addAll(typed);
        }

        assertThat(commands)
                .allSatisfy(words -> assertThatCode(() -> parse(words)).doesNotThrowAnyException());
        assertThatThrownBy(() -> parse(List.of("pool", "status", "--rolle", "read")))
                .isInstanceOf(CommandLine.ParameterException.class);
    }

    /** The words behind {@code sluice} of a container's command or of the shell's line in it. */
    private static List<String> sluice(List<String> command) {
        List<String> words = command.get(0).equals("/bin/sh")
                ? List.of(command.get(2).replaceFirst(" < .*", "").split(" "))
                : command;
        return words.subList(words.indexOf("/opt/sluice/sluice") + 1, words.size());
    }

    private static void parse(List<String> words) throws ClassNotFoundException {
        if (words.get(0).equals("join")) {
            new CommandLine(Class.forName("dev.sluice.worker.command.JoinCommand"))
                    .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
            return;
        }
        CommandLine sluice =
                SluiceMaster.commandLine(new ConfigPlaces(Map.of(), Path.of("/nowhere"), Path.of("/nowhere")));
        sluice.parseArgs(words.toArray(String[]::new));
        List<String> rest = words.subList(words.indexOf("--") + 1, words.size());
        if (words.subList(0, 2).equals(List.of("pool", "serve"))) {
            rest = new ArrayList<>(rest);
            rest.addAll(0, List.of("pool", "start"));
            sluice.parseArgs(rest.toArray(String[]::new));
        } else if (words.get(0).equals("submit")) {
            List<String> run = new ArrayList<>(words);
            run.set(0, "run");
            run.add(1, "--pool");
            sluice.parseArgs(run.toArray(String[]::new));
        }
    }
}
