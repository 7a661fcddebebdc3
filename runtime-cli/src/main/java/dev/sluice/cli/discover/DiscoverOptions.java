package dev.sluice.cli.discover;

import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.cli.option.ListenAddress;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.PictureOptions;
import dev.sluice.hosts.HostTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.topology.DiscoveryTerms;
import dev.sluice.view.Quantity;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code hosts discover}. */
final class DiscoverOptions {
    private static final int MOST_WORKERS = 10_000;
    private static final double LEAST_LINK_SECONDS = 5;

    @Mixin
    private final WorkerOptions started = new WorkerOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "accept workers from other hosts on this address; port 0 picks a free port (default: "
                    + "loopback only; with other hosts, all addresses and any port)")
    @Nullable
    String listen;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "number of workers to wait for (default: all that this command starts)")
    @Nullable
    Integer workers;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "how long to wait for workers before starting without the missing ones (default: "
                    + "${DEFAULT-VALUE})")
    String wait = "2m";

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "minimum number of trials per test; tests whose trials differ are repeated (default: "
                    + "${DEFAULT-VALUE})")
    int trials = 3;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            description = "traffic limit of all tests together, such as 500M (default: as --dry-run prints)")
    @Nullable
    String bytes;

    @Option(
            names = "--link-seconds",
            paramLabel = "TIME",
            description = "limit of the time that all tests together keep any link busy, however slow it is (default: "
                    + "${DEFAULT-VALUE})")
    String linkSeconds = "60s";

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            description = "limit of the time that measuring takes; what is not measured by then is named (default: "
                    + "three times the time that --dry-run prints)")
    @Nullable
    String timeLimit;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write the view to FILE, as JSON if its name ends in .json, else as YAML (default: print it)")
    @Nullable
    Path output;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Option(names = "--json", description = "print one JSON object (docs/discovery.schema.json)")
    boolean json;

    @Option(names = "--quiet", description = "print no progress")
    boolean quiet;

    @Option(names = "--dry-run", description = "start nothing; print the number and traffic of the tests")
    boolean dryRun;

    @Option(names = "--no-history", description = "do not store how long workers took to start (docs/history.md)")
    boolean noHistory;

    @Option(names = "--insecure", description = "disable encryption; allowed on loopback addresses only")
    boolean insecure;

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description = "directory to keep worker logs and the run file in (default: sluice-discoveries/NAME, "
                    + "removed after success)")
    @Nullable
    Path directory;

    @Option(
            names = "--run-file",
            paramLabel = "FILE",
            description = "file with what a worker needs to join; its directory must be accessible to you alone "
                    + "(default: private/worker.run in the run directory)")
    @Nullable
    Path runFile;

    /** Concludes the options; a usage error where they have wrong values. */
    DiscoverRequest request() {
        OptionRange.between("--trials", trials, 1, 20);
        WorkersToStart all = started.workers(started.hosts(), 0, true, HostTree.FLAT);
        int expected = expected(all);
        Long most = bytes == null ? null : mostBytes(bytes);
        double busy = Quantity.DURATION.of("--link-seconds", linkSeconds) / 1e9;
        if (busy < LEAST_LINK_SECONDS) {
            throw new SluiceException(ErrorCode.USAGE, "--link-seconds: " + linkSeconds + " (expected: at least 5s)");
        }
        double longest = timeLimit == null ? 0 : Quantity.DURATION.of("--time-limit", timeLimit) / 1e9;
        return new DiscoverRequest(
                all,
                expected,
                (long) Quantity.DURATION.of("--wait", wait),
                count -> terms(count, most).withSeconds(busy, longest, count),
                new DiscoverRequest.Door(ListenAddress.of(listen, all.others()), listen != null, insecure),
                directory,
                runFile,
                !noHistory,
                new DiscoverRequest.Forms(output, pictures::write, json, quiet));
    }

    private DiscoveryTerms terms(int hosts, @Nullable Long most) {
        return most == null ? DiscoveryTerms.of(hosts, trials) : DiscoveryTerms.of(trials, most, hosts);
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
