package dev.sluice.cli.option;

import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On which hosts, and how they are reached. */
public final class HostOptions {
    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description = "start a worker over ssh on each host listed in FILE; repeatable (docs/launching.md)")
    public List<Path> files = List.of();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "start a worker over ssh on this host: an alias, NAME or USER@NAME, as in a hosts file; "
                    + "repeatable (docs/hosts.md)")
    public List<String> names = List.of();

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "command to log in to hosts, such as 'ssh -F FILE' (default: ${DEFAULT-VALUE})")
    public String ssh = "ssh";

    /** Returns whether any host is named. */
    public boolean asked() {
        return !files.isEmpty() || !names.isEmpty();
    }

    /**
     * All hosts in the order told, each once.
     *
     * @param slots of workers where the file says none; null: as many as there are cores
     */
    public List<HostSpec> all(@Nullable Integer slots) {
        List<HostSpec> told = new ArrayList<>();
        files.forEach(file -> told.addAll(HostFile.read(file)));
        names.forEach(name -> told.addAll(HostFile.line("--host", name)));
        List<HostSpec> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (HostSpec host : told) {
            if (seen.add(host.destination() + ":" + host.port())) {
                int own = host.slots() > 0 || slots == null ? host.slots() : slots;
                all.add(host.withSlots(own));
            }
        }
        return all;
    }
}
