package dev.sluice.master;

import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.net.virtual.VirtualLink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs whose number of workers may be tuned. All data pass the master's port, on which each setup takes a quarter of a
 * second. A cycle has four seconds of work for one worker, so that four workers are best by equation 9 of MATE.
 */
abstract class WorkersCluster {
    static final int SETUP_BYTES = 1 << 20;
    static final long PORT = 4 << 20;
    static final int HOSTS = 8;
    static final long UNITS = 200;
    static final long[] CYCLES = new long[20];

    static {
        Arrays.fill(CYCLES, UNITS);
    }

    @TempDir
    Path directory;

    int runs;
    Cluster cluster;
    Work work;
    LaterBeside beside;
    LongUnaryOperator timing = unit -> 20 * Cluster.MILLI;
    final List<Cluster.Node> nodes = new ArrayList<>();

    void open(boolean tuned) {
        cluster = new Cluster(directory.resolve("run-" + runs++));
        nodes.clear();
        cluster.terms().policy = PolicyName.SS;
        cluster.terms().prefetch = SchedulerConfig.AUTO;
        Cluster.Site site = new Cluster.Site(Cluster.MILLI / 10, new VirtualLink.Port(PORT));
        IntStream.range(0, 2 * HOSTS).forEach(host -> cluster.place("h" + host, site));
        beside = new LaterBeside(cluster.loop(), () -> Cluster.MILLI);
        cluster.terms().tuned = tuned ? new TuningTerms(RuntimeCosts.NONE, 1_000, beside, null, List.of()) : null;
    }

    void start(String mode, int setupBytes, long... cycles) {
        work = cluster.work(cycles)
                .taking(timing)
                .results(Work.mode(mode))
                .heavy(setupBytes)
                .expecting(cycles.length);
        cluster.start(work);
        IntStream.range(0, HOSTS).forEach(host -> nodes.add(cluster.join("h" + host, 1)));
    }

    double finish(String mode) {
        cluster.finishCompletely();
        work.assertComplete(mode);
        RunProgress progress = cluster.master().core().progress();
        return (progress.endNanos() - progress.startNanos()) / 1e9;
    }

    double fixed(int workers, String mode, int setupBytes) {
        open(false);
        cluster.terms().active = workers;
        start(mode, setupBytes, CYCLES);
        return finish(mode);
    }

    List<RunView.Decision> decisions() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision -> decision.kind().equals("workers"))
                .toList();
    }

    long parkedSlots() {
        return cluster.master().driver().parkedSlots();
    }
}
