package dev.sluice.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class ConfigurationTest {
    /** A command with options of every sort. */
    @Command(name = "run", mixinStandardHelpOptions = true)
    static final class Run implements Runnable {
        @Option(names = {"-p", "--policy"})
        String policy = "SS";

        @Option(names = "--worker-java-options", split = " ")
        List<String> javaOptions = List.of();

        @Option(names = "--local")
        int local;

        @Option(names = "--json")
        boolean json;

        @Override
        public void run() {
            // nothing
        }
    }

    @Command(name = "sluice", mixinStandardHelpOptions = true, subcommands = CommandLine.HelpCommand.class)
    static final class Root {}

    @TempDir
    Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private Run run = new Run();
    private Path work = Path.of("");
    private Path user = Path.of("");

    @BeforeEach
    void makePlaces() throws Exception {
        work = Files.createDirectories(directory.resolve("a/b"));
        user = Files.createDirectories(directory.resolve("home/sluice")).resolve("config.yaml");
    }

    private CommandLine line() {
        run = new Run();
        CommandLine line = new CommandLine(new Root()).addSubcommand(run);
        Flags.letBeUnset(line);
        return line.setDefaultValueProvider(new ConfigDefaults(
                new ConfigPlaces(environment, work, user), () -> ConfigKeys.of(line.getCommandSpec())));
    }

    private Run parsed(String... options) {
        String[] all = new String[options.length + 1];
        all[0] = "run";
        System.arraycopy(options, 0, all, 1, options.length);
        line().parseArgs(all);
        return run;
    }

    private Configuration load() {
        return Configuration.load(new ConfigPlaces(environment, work, user), ConfigKeys.of(line().getCommandSpec()));
    }

    private void refuses(String message) {
        assertThatThrownBy(this::load).isInstanceOf(ConfigException.class).hasMessageContaining(message);
    }

    @Test
    void shouldLetNearerPlacesWin() throws Exception {
        assertThat(parsed().policy).isEqualTo("SS");
        Files.writeString(user, "run:\n  policy: GSS\n  local: 2\n");
        assertThat(parsed().policy).isEqualTo("GSS");
        Files.writeString(directory.resolve("a/sluice.yaml"), "# ours\nrun:\n  policy: TSS\n");
        assertThat(parsed().policy).isEqualTo("TSS");
        Files.writeString(work.resolve("sluice.yaml"), "run: {policy: FAC}\n");
        assertThat(parsed().policy).isEqualTo("FAC");
        environment.put("SLUICE_RUN_POLICY", "AWF");
        assertThat(parsed().policy).isEqualTo("AWF");
        assertThat(parsed("--policy=FIXED").policy).isEqualTo("FIXED");
        assertThat(parsed("--policy=FIXED").local).isEqualTo(2);
    }

    @Test
    void shouldSayWhereAnOptionIsSet() throws Exception {
        Files.writeString(user, "run:\n  policy: GSS\n  local: 2\n");
        Files.writeString(work.resolve("sluice.yaml"), "\nrun:\n  local: 3\n");
        environment.put("SLUICE_RUN_JSON", "true");
        Configuration loaded = load();
        assertThat(loaded.setting("run.policy"))
                .contains(new Setting("run.policy", "GSS", Setting.Layer.USER, user + ":2"));
        assertThat(loaded.setting("run.local"))
                .contains(new Setting("run.local", "3", Setting.Layer.PROJECT, "sluice.yaml:3"));
        assertThat(loaded.setting("run.json"))
                .contains(new Setting("run.json", "true", Setting.Layer.ENVIRONMENT, "SLUICE_RUN_JSON"));
        assertThat(loaded.setting("run.worker-java-options")).isEmpty();
        assertThat(loaded.files().stream().map(Configuration.Place::found)).containsExactly(true, true);
    }

    @Test
    void shouldLetFlagsBeSetAndUnset() {
        assertThat(parsed().json).isFalse();
        assertThat(parsed("--json").json).isTrue();
        assertThat(parsed("--json=false").json).isFalse();
        environment.put("SLUICE_RUN_JSON", "true");
        assertThat(parsed().json).isTrue();
        assertThat(parsed("--json").json).isTrue();
        assertThat(parsed("--json=false").json).isFalse();
        environment.put("SLUICE_RUN_JSON", "false");
        assertThat(parsed().json).isFalse();
        assertThat(parsed("--json").json).isTrue();
    }

    @Test
    void shouldReplaceListsAsAWhole() throws Exception {
        Files.writeString(user, "run:\n  worker-java-options: [-Xmx1g, -Da=b]\n");
        assertThat(parsed().javaOptions).containsExactly("-Xmx1g", "-Da=b");
        Files.writeString(user, "run:\n  worker-java-options: -Xmx1g -Da=b\n");
        assertThat(parsed().javaOptions).containsExactly("-Xmx1g", "-Da=b");
        assertThat(parsed("--worker-java-options=-Xmx2g").javaOptions).containsExactly("-Xmx2g");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run:`  polcy: SS|sluice.yaml:2: unknown key 'run.polcy' (expected: an option of run; did you mean run.policy?)",
                "run:`  xyzzy: SS|sluice.yaml:2: unknown key 'run.xyzzy' (expected: one of policy, worker-java-options, local, json)",
                "run:`  help: true|sluice.yaml:2: unknown key 'run.help'",
                "rnu:`  policy: SS|sluice.yaml:1: unknown key 'rnu' (expected: one of run; did you mean run?)",
                "run.policy: SS|sluice.yaml:1: unknown key 'run.policy' (expected: run: and below it, further in, policy: VALUE)",
                "run: 5|sluice.yaml:1: run: '5' (expected: below it OPTION: VALUE)",
                "- run|sluice.yaml:1: no mapping",
                "run:`  policy: [a, b]|sluice.yaml:2: run.policy: a list",
                "run:`  policy:|sluice.yaml:2: run.policy: nothing",
                "run:`  policy: a`  policy: b|sluice.yaml:3: policy: for the second time",
                "run:`  policy: *x|sluice.yaml:2: an alias",
                "run: {|no YAML",
            })
    void shouldSayWhatIsWrongWithAFile(String text, String message) throws Exception {
        Files.writeString(work.resolve("sluice.yaml"), text.replace('`', '\n'));
        refuses(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing yet\n", "run:\n", "---\nrun: ~\n"})
    void shouldTakeFilesWithNothingInThem(String text) throws Exception {
        Files.writeString(work.resolve("sluice.yaml"), text);
        assertThat(load().setting("run.policy")).isEmpty();
    }

    @Test
    void shouldRefuseVariablesThatAreNone() {
        environment.put("SLUICE_RUN_POLICI", "SS");
        refuses("SLUICE_RUN_POLICI: no such variable (expected: SLUICE_, a command and its option, such as"
                + " SLUICE_RUN_POLICY; did you mean SLUICE_RUN_POLICY?)");
        environment.clear();
        environment.put("SLUICE_RUN_POLICY", "");
        environment.put("SLUICE_LAB", "/tmp");
        environment.put("SLUICE_JAVA_OPTIONS", "-Xmx1g");
        environment.put("SLUICE_RUN_SERVICE_HOST", "10.0.0.1");
        environment.put("SLUICE_RUN_PORT_7077_TCP_ADDR", "10.0.0.1");
        assertThat(load().setting("run.policy")).isEmpty();
    }

    @Test
    void shouldRefuseFilesThatOthersCanWrite() throws Exception {
        Path file = work.resolve("sluice.yaml");
        Files.writeString(file, "run: {policy: SS}\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        refuses("sluice.yaml: everybody can write it (expected: a file that its owner alone changes: chmod o-w)");
    }

    @Test
    void shouldLeaveCommandsAloneThatHaveNoOptions() throws Exception {
        Files.writeString(user, "nonsense: true\n");
        CommandLine line = line();
        line.parseArgs("help");
        assertThatThrownBy(() -> line.parseArgs("run"))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining(user + ":1: unknown key 'nonsense'");
    }

    @Test
    void shouldNameTheUsersFileByTheEnvironment() {
        ConfigPlaces places = ConfigPlaces.ofProcess();
        assertThat(places.userFile().toString()).endsWith("/sluice/config.yaml");
        assertThat(places.directory()).isAbsolute();
    }
}
