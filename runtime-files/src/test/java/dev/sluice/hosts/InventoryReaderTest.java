package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.text.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inventories of Ansible, with a script in place of {@code ansible-inventory}. */
class InventoryReaderTest {
    @TempDir
    Path directory;

    private String script(String... lines) throws IOException {
        Path script = directory.resolve("ansible-inventory");
        Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script.toString();
    }

    private List<HostSpec> read(String command) {
        Source source = new Source("inventory", "a file of hosts", HostFileException::new);
        return new InventoryReader(source, command).read(directory.resolve("inventory"));
    }

    private List<HostSpec> printed(String json) throws IOException {
        Path output = directory.resolve("output");
        Files.writeString(output, json);
        return read(script("cat " + output));
    }

    private static List<String> shown(List<HostSpec> hosts) {
        return hosts.stream()
                .map(host -> host.destination() + " " + host.port() + " " + host.slots())
                .toList();
    }

    @Test
    void shouldReadHostsAndTheirVariables() throws Exception {
        List<HostSpec> hosts = printed("""
                {
                    "_meta": {"hostvars": {
                        "web1": {"ansible_host": "10.0.0.1", "ansible_user": "bob", "ansible_port": 2222, "http": [1]},
                        "db1": {"ansible_ssh_user": "dba", "ansible_port": "5022", "sluice_slots": 8}
                    }},
                    "all": {"children": ["ungrouped", "web", "db"]},
                    "db": {"hosts": ["db1", "web1"]},
                    "ungrouped": {"hosts": ["alone.example.com"]},
                    "web": {"hosts": ["web1"]}
                }
                """);
        assertThat(shown(hosts)).containsExactly("dba@db1 5022 8", "bob@10.0.0.1 2222 0", "alone.example.com 0 0");
        assertThat(hosts.get(1).origin()).isEqualTo("inventory");
    }

    @Test
    void shouldAskForTheFile() throws Exception {
        String command = script("printf '{\"g\":{\"hosts\":[\"%s\"]}}' \"$(basename $2)$#\"");
        assertThat(shown(read(command))).containsExactly("inventory3 0 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'_meta':{'hostvars':{'a':{'ansible_port':'ssh'}}},'g':{'hosts':['a']}}|inventory: a: ansible_port: 'ssh' (expected: 1 to 65535)",
                "{'_meta':{'hostvars':{'a':{'ansible_host':'{{ip}}'}}},'g':{'hosts':['a']}}|inventory: ansible_host: '{{ip}}' (expected: the value itself",
                "{'g':{'hosts':['-x']}}|inventory: '-x' (expected: a host, which does not begin with '-'",
                "{'_meta':{'hostvars':{'a':{'ansible_host':'h'},'b':{'ansible_host':'h'}}},'g':{'hosts':['a','b']}}|inventory: h, twice (expected: each host once",
                "{'_meta':{},'all':{}}|inventory: no host in it (expected: at least one host)",
                "[1|the output of ansible-inventory:1: no JSON: ",
                "' '|the output of ansible-inventory: nothing in it",
            })
    void shouldSayWhatIsWrong(String json, String message) {
        assertThatThrownBy(() -> printed(json.replace('\'', '"')))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining(message.replace("\"", "'"));
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        assertThatThrownBy(() -> read(directory.resolve("none").toString()))
                .hasMessageContaining("inventory: an Ansible inventory, but ansible-inventory cannot be started: ")
                .hasMessageContaining("install ansible-core, or list the hosts in a plain file)");
        String failing = script("exit 4");
        assertThatThrownBy(() -> read(failing))
                .hasMessage(
                        "inventory: ansible-inventory failed with exit code 4 (expected: an inventory that Ansible can read)");
    }

    @Test
    void shouldUnderstandAnsible() throws Exception {
        String path = System.getenv().getOrDefault("PATH", "");
        assumeTrue(
                Arrays.stream(path.split(":", -1))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "ansible-inventory"))),
                "ansible-inventory is not installed");
        Path file = directory.resolve("inventory");
        Files.writeString(file, "[g]\nn[1:2] ansible_user=u\n[g:vars]\nansible_port=2222\n");
        HostList hosts = HostFile.open(file, null);
        assertThat(hosts.kind()).isEqualTo(HostKind.ANSIBLE);
        assertThat(shown(hosts.hosts())).containsExactly("u@n1 2222 0", "u@n2 2222 0");
    }
}
