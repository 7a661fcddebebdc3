package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostKind;
import dev.sluice.hosts.HostList;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.JobAllocation;
import dev.sluice.json.Json;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says which hosts a file or a batch system names. Starts nothing, and asks no host. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Contacts no host. Without FILE, lists the hosts of the current job of any batch system.",
        exitCodeList = {
            "0:at least one host is listed",
            "2:usage error, a file without hosts, or no job",
            "5:internal error in Sluice"
        })
final class ListCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "a plain list, an ssh configuration, an MPI hostfile, an Ansible inventory, or a node "
                    + "file of PBS or Grid Engine (docs/hosts.md)")
    private @Nullable Path file;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = "format of FILE: ${COMPLETION-CANDIDATES} (default: detected)")
    private @Nullable HostKind kind;

    @Option(names = "--slurm", description = "list the nodes of the current Slurm job")
    private boolean slurm;

    @Option(names = "--pbs", description = "list the nodes of the current PBS job")
    private boolean pbs;

    @Option(names = "--sge", description = "list the hosts of the current Grid Engine job")
    private boolean sge;

    @Option(names = "--json", description = "print one JSON object (docs/hosts.schema.json)")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ListCommand() {}

    @Override
    public Integer call() {
        HostList hosts = read();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(hosts));
        } else {
            print(hosts, out);
        }
        out.flush();
        return 0;
    }

    private HostList read() {
        int told = (file == null ? 0 : 1) + (slurm ? 1 : 0) + (pbs ? 1 : 0) + (sge ? 1 : 0);
        if (told > 1 || (kind != null && file == null)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    told > 1
                            ? "FILE, --slurm, --pbs, --sge: " + told + " of them (expected: one)"
                            : "--kind: without FILE (expected: both)");
        }
        Map<String, String> environment = System.getenv();
        if (file != null) {
            return HostFile.open(file, kind);
        }
        if (slurm) {
            return JobAllocation.slurm(environment);
        }
        if (pbs) {
            return JobAllocation.pbs(environment);
        }
        if (sge) {
            return JobAllocation.sge(environment);
        }
        return JobAllocation.any(environment)
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.USAGE,
                        "FILE: missing (expected: a hosts file, as this is no job of Slurm, PBS or Grid Engine)"));
    }

    // ---- what is printed

    private static String json(HostList hosts) {
        return Json.object(json -> {
            json.writeStringField("schema", "sluice-hosts-1");
            json.writeStringField("kind", hosts.kind().word());
            json.writeStringField("source", hosts.source());
            Json.objects(json, "hosts", hosts.hosts(), host -> {
                json.writeStringField("name", host.name());
                if (host.user() != null) {
                    json.writeStringField("user", host.user());
                }
                if (host.port() != 0) {
                    json.writeNumberField("port", host.port());
                }
                if (host.slots() != 0) {
                    json.writeNumberField("slots", host.slots());
                }
                json.writeStringField("origin", host.origin());
            });
        });
    }

    private static void print(HostList hosts, PrintWriter out) {
        long slots = hosts.hosts().stream().mapToLong(HostSpec::slots).sum();
        long open = hosts.hosts().stream().filter(host -> host.slots() == 0).count();
        out.printf("%s: %s%n", hosts.source(), hosts.kind().sentence());
        out.printf(
                "%s: %s%s%n%n",
                Plural.of(hosts.hosts().size(), "host"),
                Plural.of(slots, "slot"),
                open == 0 ? "" : String.format(", and as many as cores on %,d", open));
        out.print(new Table<HostSpec>()
                .left("host", HostSpec::name)
                .left("user", host -> host.user() == null ? "-" : host.user())
                .left("port", host -> host.port() == 0 ? "-" : host.port())
                .left("slots", host -> host.slots() == 0 ? "-" : host.slots())
                .left("origin", HostSpec::origin)
                .of(hosts.hosts()));
        boolean left = hosts.hosts().stream().anyMatch(host -> host.user() == null || host.port() == 0);
        if (left || open > 0) {
            out.println();
            out.println("-: ssh decides on user and port, the host's cores on slots");
        }
    }
}
