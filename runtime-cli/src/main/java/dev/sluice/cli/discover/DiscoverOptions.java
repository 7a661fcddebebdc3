package dev.sluice.cli.discover;

import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ListenAddress;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.hosts.HostTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.topology.DiscoveryTerms;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be typed behind {@code discover}. */
final class DiscoverOptions {
    private static final int MOST_WORKERS = 10_000;

    @Mixin
    private final WorkerOptions started = new WorkerOptions();

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

    /** Concludes the options; a usage error where they have wrong values. */
    DiscoverRequest request() {
        OptionRange.between("--trials", trials, 1, 20);
        WorkersToStart all = started.workers(started.hosts(), 0, true, HostTree.FLAT);
        int expected = expected(all);
        Long most = bytes == null ? null : mostBytes(bytes);
        return new DiscoverRequest(
                all,
                expected,
                (long) Quantity.DURATION.of("--wait", wait),
                count -> most == null ? DiscoveryTerms.of(count, trials) : DiscoveryTerms.of(trials, most, count),
                ListenAddress.of(listen, all.others()),
                listen != null,
                insecure,
                directory,
                runFile,
                quiet,
                new DiscoverRequest.Forms(output, svg, html, json));
    }

    private int expected(WorkersToStart all) {
        int started = all.local()
                + all.hosts().size()
                + (all.slurm() == null ? 0 : all.slurm().workers());
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

    private static long mostBytes(String bytes) {
        long most = (long) Quantity.SPACE.of("--bytes", bytes);
        if (most < DiscoveryTerms.LEAST_TRANSFER_BYTES) {
            throw new SluiceException(ErrorCode.USAGE, "--bytes: " + bytes + " (expected: at least 64K)");
        }
        return most;
    }
}
