package dev.sluice.insight.replay;

import dev.sluice.model.flow.Host;
import dev.sluice.model.simulate.World;
import dev.sluice.model.tune.MateModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cost of the number of workers of a run: the run simulated with its fastest workers only, for several numbers of
 * them. Immutable.
 *
 * @param rows by the number of workers
 * @param mate the closed form for a cycle of the run
 * @param cycles of the run
 */
public record WorkerRegret(List<Row> rows, MateModel mate, int cycles) {
    /** Numbers that are simulated for a run of more workers. */
    private static final int MOST_ROWS = 40;

    /** A number of workers and the time with them. */
    public record Row(int workers, ReplayTime time) {}

    public WorkerRegret {
        rows = List.copyOf(rows);
    }

    /** Simulates a run under its own choice with 1 to all of its workers; the slowest are left out first. */
    public static WorkerRegret of(RecordedRun run) {
        Replays replays = new Replays(run);
        World all = run.replica().run().world();
        int[] fastest = fastestFirst(all);
        List<Row> rows = numbers(fastest.length)
                .mapToObj(count -> new Row(count, replays.time(all.only(Arrays.copyOf(fastest, count)))))
                .toList();
        return new WorkerRegret(
                rows,
                MateTerms.of(run.measured().work(), all),
                run.measured().work().cycles());
    }

    private static IntStream numbers(int most) {
        return most <= MOST_ROWS
                ? IntStream.rangeClosed(1, most)
                : IntStream.rangeClosed(1, MOST_ROWS)
                        .map(row -> (int) Math.round((double) row * most / MOST_ROWS))
                        .distinct();
    }

    /** Hosts of workers by the rate of all slots; of equal ones, that which could compute first. */
    private static int[] fastestFirst(World machines) {
        List<Host> hosts = machines.view().hosts();
        return machines.places().stream()
                .sorted(Comparator.comparingDouble((Integer host) -> -rate(hosts.get(host)))
                        .thenComparingLong(host -> machines.startNanos(host, 0)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static double rate(Host host) {
        return host.slots() / host.unitSeconds(1);
    }

    /** The run as it was, with all workers. */
    public Row chosen() {
        return rows.get(rows.size() - 1);
    }

    /** The number of workers that the closed form takes for the best. */
    public int mateWorkers() {
        return mate.best(chosen().workers());
    }

    /** Time of all cycles by the closed form, without the start of workers [s]. */
    public double mateSeconds(int workers) {
        return cycles * mate.seconds(workers);
    }

    /** The shortest time; of equal ones that with the fewest workers. */
    public Row best() {
        return rows.stream()
                .min(Comparator.comparingDouble(row -> row.time().mean()))
                .orElseThrow();
    }
}
