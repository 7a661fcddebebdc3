package dev.sluice.cli.discover;

import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.HostOptions;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.SlurmOptions;
import dev.sluice.cli.run.RunOptions;
import dev.sluice.hosts.HostTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.topology.DiscoveryTerms;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be typed behind {@code discover}. */
final class DiscoverOptions {
    private static final int MOST_WORKERS = 10_000;

    @Mixin
    final HostOptions hosts = new HostOptions();

    @Mixin
    final SlurmOptions slurm = new SlurmOptions();

    @Option(
            names = "--local",
            paramLabel = "N",
            description = "start N workers on this machine, to try the command out")
    int local;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "let workers join from other hosts; port 0 takes any (default: loopback only, and with hosts all"
                            + " addresses, any port)")
    @Nullable
    String listen;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "begin when so many have joined (default: all that are started)")
    @Nullable
    Integer workers;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "for them to join; then begin with those that are there (default: ${DEFAULT-VALUE})")
    String wait = "2m";

    @Option(names = "--slots", paramLabel = "N", description = "of each worker, for the view (default: all cores)")
    @Nullable
    Integer slots;

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "of each test, at least; those that differ are repeated (default: ${DEFAULT-VALUE})")
    int trials = 3;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            description = "to send at most, all tests together, such as 500M (default: as --dry-run says)")
    @Nullable
    String bytes;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write the view, as YAML, or as JSON where FILE ends so (default: print it)")
    @Nullable
    Path output;

    @Option(names = "--svg", paramLabel = "FILE", description = "draw the view")
    @Nullable
    Path svg;

    @Option(names = "--html", paramLabel = "FILE", description = "a page with that, and what was measured")
    @Nullable
    Path html;

    @Option(names = "--json", description = "print one JSON object (docs/discovery.schema.json)")
    boolean json;

    @Option(names = "--quiet", description = "no progress")
    boolean quiet;

    @Option(names = "--dry-run", description = "print what the tests may come to, and start nothing")
    boolean dryRun;

    @Option(names = "--insecure", description = "no encryption; refused on other addresses than loopback")
    boolean insecure;

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description =
                    "where logs of workers and the run file go, and stay (default: sluice-discoveries/NAME, which is"
                            + " removed when all went well)")
    @Nullable
    Path directory;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            description = "where to write what a worker needs to join; its directory must be yours alone"
                    + " (default: private/worker.run in the run's directory)")
    @Nullable
    Path runFile;

    @Option(
            names = "--worker-jar",
            paramLabel = "JAR",
            description = "sluice-worker.jar for workers that are started (default: found beside this jar)")
    @Nullable
    Path workerJar;

    @Option(
            names = "--worker-java-options",
            split = " ",
            paramLabel = "OPTIONS",
            description = "for the JVM of workers that are started, such as '-Xmx2g'")
    List<String> workerJavaOptions = List.of();

    /** How many workers to wait for. */
    int expected() {
        OptionRange.between("--local", local, 0, 1_024);
        OptionRange.between("--trials", trials, 1, 20);
        if (slots != null) {
            OptionRange.between("--slots", slots, 1, 1_024);
        }
        int started = local
                + (hosts.asked() ? hosts.all(slots).size() : 0)
                + (slurm.asked() && slurm.workers != null ? slurm.workers : 0);
        if (workers != null) {
            return OptionRange.between("--workers", workers, 1, MOST_WORKERS);
        }
        if (started == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "hosts: none (expected: --hosts FILE, --host NAME, --slurm N, --local N, or --listen HOST:PORT with"
                            + " --workers N)");
        }
        return started;
    }

    /** How much so many hosts may be asked for. */
    DiscoveryTerms terms(int count) {
        if (bytes == null) {
            return DiscoveryTerms.of(count, trials);
        }
        long most = RunOptions.size("--bytes", bytes);
        if (most < DiscoveryTerms.LEAST_TRANSFER_BYTES) {
            throw new SluiceException(ErrorCode.USAGE, "--bytes: " + bytes + " (expected: at least 64K)");
        }
        return DiscoveryTerms.of(trials, most, count);
    }

    InetSocketAddress address() {
        return RunOptions.address(listen, hosts.asked() | slurm.asked());
    }

    WorkersToStart workers() {
        int cores = Runtime.getRuntime().availableProcessors();
        return new WorkersToStart(
                local,
                slots == null ? Math.max(1, cores / Math.max(1, local)) : slots,
                slots,
                hosts.asked() ? hosts.all(slots) : List.of(),
                hosts.ssh,
                slurm,
                workerJar,
                workerJavaOptions,
                true,
                HostTree.FLAT);
    }
}
