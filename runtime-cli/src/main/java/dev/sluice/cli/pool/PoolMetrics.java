package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetStatus;
import dev.sluice.cli.page.Metrics;
import dev.sluice.model.fleet.FleetState;
import dev.sluice.net.page.PageFile;
import dev.sluice.net.page.PageSource;
import dev.sluice.pool.PoolView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a pool in Prometheus' text format, listed in {@code docs/pool.md}. Hosts and runs are only counted.
 */
final class PoolMetrics implements PageSource {
    private final Supplier<CompletableFuture<PoolView>> views;
    private final Supplier<@Nullable FleetStatus> fleet;

    /**
     * Makes a source.
     *
     * @param views asks for the state of the pool; any thread
     * @param fleet the size of the fleet, null without one; any thread
     */
    PoolMetrics(Supplier<CompletableFuture<PoolView>> views, Supplier<@Nullable FleetStatus> fleet) {
        this.views = views;
        this.fleet = fleet;
    }

    @Override
    public @Nullable CompletableFuture<PageFile> document(String path, Executor page) {
        return path.equals("/metrics")
                ? views.get()
                        .thenApplyAsync(
                                view -> new PageFile(
                                        Metrics.TYPE, text(view, fleet.get()).getBytes(StandardCharsets.UTF_8)),
                                page)
                : null;
    }

    static String text(PoolView view, @Nullable FleetStatus fleet) {
        StringBuilder text = new StringBuilder(2_048);
        head(text, "sluice_pool_hosts", "Hosts of the pool by state.");
        for (String state : List.of("ready", "drained", "away")) {
            long hosts = view.hosts().stream()
                    .filter(host -> host.state().equals(state))
                    .count();
            text.append("sluice_pool_hosts{state=\"" + state + "\"} " + hosts + "\n");
        }
        List<PoolView.Host> connected =
                view.hosts().stream().filter(PoolView.Host::connected).toList();
        List<PoolView.Run> running =
                view.runs().stream().filter(PoolView.Run::connected).toList();
        gauge(text, "sluice_pool_slots", "Slots of the connected hosts.", sum(connected, PoolView.Host::slots));
        gauge(text, "sluice_pool_slots_used", "Slots that runs have.", sum(view.hosts(), PoolView.Host::used));
        gauge(text, "sluice_pool_runs", "Runs whose masters are connected.", running.size());
        gauge(
                text,
                "sluice_pool_units_left",
                "Units of their open cycles that are not done.",
                sum(running, run -> run.needs().unitsLeft() + run.needs().unitsRunning()));
        if (fleet != null) {
            gauge(text, "sluice_pool_fleet_tasks", "Tasks of the fleet, queued or started.", fleet.size());
            gauge(text, "sluice_pool_fleet_tasks_wanted", "Tasks that the present work asks for.", fleet.wanted());
            gauge(
                    text,
                    "sluice_pool_fleet_paused",
                    "1 if the fleet waits for 'sluice pool unpause', else 0.",
                    fleet.state() == FleetState.PAUSED ? 1 : 0);
        }
        return text.toString();
    }

    private static <T> long sum(List<T> all, ToLongFunction<T> value) {
        return all.stream().mapToLong(value).sum();
    }

    private static void head(StringBuilder text, String name, String help) {
        text.append("# HELP " + name + " " + help + "\n# TYPE " + name + " gauge\n");
    }

    private static void gauge(StringBuilder text, String name, String help, long value) {
        head(text, name, help);
        text.append(name + " " + value + "\n");
    }
}
