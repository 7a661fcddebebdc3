package dev.sluice.hosts;

import dev.sluice.text.PositionedJson;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads inventories of Ansible. {@code ansible-inventory --list} reads the file, its groups and its variables; this
 * class reads the JSON that it prints. For one file.
 */
final class InventoryReader {
    private final Source source;
    private final HostWords words;
    private final String command;

    /** @param command starts {@code ansible-inventory} */
    InventoryReader(Source source, String command) {
        this.source = source;
        this.words = new HostWords(source);
        this.command = command;
    }

    /** Waits for {@code ansible-inventory}, whose warnings go to standard error. */
    List<HostSpec> read(Path file) {
        ProcessBuilder builder = new ProcessBuilder(command, "--inventory", file.toString(), "--list");
        builder.environment().put("ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED", "true");
        Process process;
        try {
            process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException missing) {
            throw source.wrong(
                    0,
                    "an Ansible inventory, but ansible-inventory cannot be started: " + missing.getMessage(),
                    "ansible-inventory on the PATH; install ansible-core, or list the hosts in a plain file");
        }
        try {
            process.getOutputStream().close();
            String json = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw source.wrong(
                        0, "ansible-inventory failed with exit code " + code, "an inventory that Ansible can read");
            }
            return hosts(json);
        } catch (IOException e) {
            throw source.wrong(0, "ansible-inventory: " + e.getMessage(), "its output");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw source.wrong(0, "interrupted while ansible-inventory ran", "its output");
        } finally {
            process.destroy();
        }
    }

    /** The hosts in what {@code ansible-inventory} has printed. */
    List<HostSpec> hosts(String json) {
        Map<String, Tree> groups = fields(PositionedJson.read(
                new Source("the output of ansible-inventory", "an inventory", HostFileException::new), json));
        Map<String, Tree> variables = fields(fields(groups.remove("_meta")).get("hostvars"));
        Set<String> names = new LinkedHashSet<>();
        for (Tree group : groups.values()) {
            if (fields(group).get("hosts") instanceof Tree.Items hosts) {
                hosts.items().forEach(host -> names.add(String.valueOf(text(host))));
            }
        }
        HostListBuilder hosts = new HostListBuilder(source, HostListBuilder.Again.REFUSED);
        names.forEach(name -> hosts.add(0, host(name, fields(variables.get(name)))));
        return hosts.hosts("at least one host");
    }

    private HostSpec host(String name, Map<String, Tree> variables) {
        String user = variable(variables, "ansible_user", "ansible_ssh_user");
        String address = variable(variables, "ansible_host", "ansible_ssh_host");
        String port = variable(variables, "ansible_port", "ansible_ssh_port");
        String slots = variable(variables, "sluice_slots", "sluice_slots");
        String gpus = variable(variables, "sluice_gpus", "sluice_gpus");
        String resources = variable(variables, "sluice_resources", "sluice_resources");
        return new HostSpec(
                words.name(0, address == null ? name : address),
                user == null ? null : words.checkedUser(0, user),
                port == null ? 0 : words.port(0, name + ": ansible_port", port),
                slots == null ? 0 : words.slots(0, name + ": sluice_slots", slots),
                gpus == null ? null : words.gpus(0, gpus),
                resources == null
                        ? List.of()
                        : Arrays.stream(resources.strip().split("[ ,]+"))
                                .map(each -> words.resource(0, each))
                                .toList(),
                source.file());
    }

    private @Nullable String variable(Map<String, Tree> variables, String key, String olderKey) {
        String value = text(variables.getOrDefault(key, variables.get(olderKey)));
        if (value != null && value.contains("{{")) {
            throw source.wrong(
                    0,
                    key + ": " + Source.quoted(value),
                    "the value itself; ansible-inventory does not fill in templates");
        }
        return value;
    }

    private static @Nullable String text(@Nullable Tree tree) {
        return tree instanceof Tree.Scalar scalar ? scalar.text() : null;
    }

    private static Map<String, Tree> fields(@Nullable Tree tree) {
        Map<String, Tree> fields = new LinkedHashMap<>();
        if (tree instanceof Tree.Mapping mapping) {
            mapping.fields().forEach(field -> fields.put(field.key(), field.value()));
        }
        return fields;
    }
}
