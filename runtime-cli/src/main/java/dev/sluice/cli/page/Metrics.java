package dev.sluice.cli.page;

import static dev.sluice.cli.page.Metrics.Kind.COUNTER;
import static dev.sluice.cli.page.Metrics.Kind.GAUGE;
import static dev.sluice.cli.page.Metrics.Kind.SUMMARY;

import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.RunView.Host;
import dev.sluice.model.record.RunView.Link;
import dev.sluice.model.record.RunView.Overview;
import dev.sluice.model.record.TimeSpread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A view of a run in the text form of Prometheus, version 0.0.4. A value that is not known has no sample. The labels
 * are {@code cause}, {@code direction}, {@code host}, {@code quantile}, {@code regime} and {@code resource}; at most
 * the first hundred hosts have samples.
 */
public final class Metrics {
    /** The type of the text. */
    public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** The least value that is known, where 0 means that it is not. */
    private static final double POSITIVE = Double.MIN_VALUE;

    /** How a value behaves. */
    enum Kind {
        GAUGE,
        COUNTER,
        SUMMARY
    }

    /** Writes the samples of one metric. */
    private interface Values {
        void write(RunView view, MetricSamples out);
    }

    /** One metric; {@code help} is a sentence for people. */
    record Metric(String name, Kind kind, String help, Values values) {}

    static final List<Metric> ALL = List.of(
            overview(GAUGE, "sluice_run_duration_seconds", "Time since the start of the run.", Overview::seconds),
            metric(
                    GAUGE,
                    "sluice_run_live",
                    "1 while the run is running, 0 after its end.",
                    (view, out) -> out.add(view.about().kind() == RunView.Kind.LIVE ? 1 : 0)),
            overview(
                    GAUGE,
                    "sluice_cycle_number",
                    "Number of the open or last cycle, from 0.",
                    o -> known(o.cycle(), 0)),
            overview(
                    GAUGE,
                    "sluice_cycles_expected",
                    "Number of all cycles, if the application tells it.",
                    o -> known(o.cycles(), 1)),
            overview(GAUGE, "sluice_cycle_units", "Units of the open cycle.", Overview::units),
            overview(
                    GAUGE,
                    "sluice_cycle_units_done",
                    "Units of the open cycle that are accepted, or failed on every worker.",
                    Overview::done),
            overview(
                    COUNTER,
                    "sluice_units_done_total",
                    "Units of all cycles that are accepted, or failed on every worker.",
                    Overview::doneInAll),
            overview(
                    COUNTER,
                    "sluice_units_failed_total",
                    "Units that failed on every worker that tried them.",
                    Overview::failures),
            overview(
                    GAUGE,
                    "sluice_units_per_second",
                    "Accepted units per second over the last seconds.",
                    Overview::rateNow),
            overview(
                    GAUGE,
                    "sluice_units_per_second_mean",
                    "Accepted units per second since the first slot.",
                    Overview::rateMean),
            overview(
                    GAUGE,
                    "sluice_units_per_second_possible",
                    "Units per second that the machines and links allow by the flow model.",
                    o -> known(o.ratePossible(), POSITIVE)),
            overview(
                    GAUGE,
                    "sluice_efficiency_ratio",
                    "Mean rate as a share of the possible rate.",
                    Overview::efficiency),
            overview(
                    GAUGE,
                    "sluice_time_left_low_seconds",
                    "Time until the end of the run, at least.",
                    o -> known(o.etaLow(), 0)),
            overview(
                    GAUGE,
                    "sluice_time_left_high_seconds",
                    "Time until the end of the run, at most.",
                    o -> known(o.etaHigh(), 0)),
            metric(
                    GAUGE,
                    "sluice_predicted_duration_low_seconds",
                    "Last forecast of the whole run, at least.",
                    (view, out) -> out.last(view.forecasts().low())),
            metric(
                    GAUGE,
                    "sluice_predicted_duration_high_seconds",
                    "Last forecast of the whole run, at most.",
                    (view, out) -> out.last(view.forecasts().high())),
            overview(GAUGE, "sluice_workers", "Connected workers.", Overview::workers),
            overview(
                    GAUGE,
                    "sluice_workers_expected",
                    "Workers that were started or announced.",
                    Overview::workersExpected),
            overview(GAUGE, "sluice_slots", "Slots of the connected workers.", Overview::slots),
            overview(GAUGE, "sluice_slots_parked", "Slots of the parked workers.", Overview::parkedSlots),
            metric(
                    GAUGE,
                    "sluice_slots_best",
                    "From this number of slots on, more gain less than 5 % by the model; absent if more still help.",
                    Metrics::knee),
            metric(
                    GAUGE,
                    "sluice_slots_busy_ratio",
                    "Share of the slots' time spent in compute, in the last interval.",
                    (view, out) -> out.last(view.series().busy())),
            metric(
                    COUNTER,
                    "sluice_slot_seconds_total",
                    "Time of all slots by cause, as in the idle ledger.",
                    (view, out) -> out.causes(view.ledger().lines())),
            spread("sluice_unit_seconds", "Computing time of a unit.", RunSpreads::unit),
            spread("sluice_start_seconds", "From the start of a worker until its slots were ready.", RunSpreads::start),
            spread("sluice_round_trip_seconds", "Round trip between a master and a worker.", RunSpreads::roundTrip),
            spread("sluice_accept_seconds", "A call of accept, or a merge of results.", RunSpreads::accept),
            metric(
                    COUNTER,
                    "sluice_link_wait_seconds_total",
                    "Time that slots waited for the link of a host.",
                    (view, out) -> out.waits(view.ledger().links())),
            metric(
                    COUNTER,
                    "sluice_traffic_bytes_total",
                    "Bytes of results up to the master, and of inputs and setups down from it.",
                    (view, out) ->
                            out.traffic(view.series().bytesUp(), view.series().bytesDown())),
            link(
                    "sluice_link_capacity_bytes_per_second",
                    "Bytes per second that a link carries.",
                    link -> known(link.capacityUp(), POSITIVE),
                    link -> known(link.capacityDown(), POSITIVE)),
            link(
                    "sluice_link_used_bytes_per_second",
                    "Bytes per second on a link over the last seconds.",
                    Link::usedUp,
                    Link::usedDown),
            link(
                    "sluice_link_best_bytes_per_second",
                    "Bytes per second on a link at the best rate of the flow model.",
                    link -> known(link.bestUp(), POSITIVE),
                    link -> known(link.bestDown(), POSITIVE)),
            metric(
                    GAUGE,
                    "sluice_link_binding",
                    "1 if the link limits the run, else 0.",
                    (view, out) -> out.links(view.links(), link -> link.binding() ? 1 : 0)),
            metric(
                    GAUGE,
                    "sluice_regime",
                    "1 for the present bottleneck: its kind, and the name of the resource.",
                    Metrics::regime),
            metric(
                    GAUGE,
                    "sluice_hosts",
                    "Hosts that have or had workers.",
                    (view, out) -> out.add(view.hosts().size())),
            host(GAUGE, "sluice_host_up", "1 if the host has a connected worker, else 0.", Metrics::up),
            host(GAUGE, "sluice_host_workers", "Workers on the host.", Host::workers),
            host(GAUGE, "sluice_host_slots", "Slots on the host.", Host::slots),
            host(COUNTER, "sluice_host_units_total", "Units accepted from the host.", Host::units),
            host(
                    GAUGE,
                    "sluice_host_unit_seconds",
                    "Mean time of a unit on the host.",
                    host -> known(host.unitSeconds(), POSITIVE)),
            host(
                    GAUGE,
                    "sluice_host_load",
                    "Mean number of ready processes on the host.",
                    host -> known(host.load(), 0)),
            host(
                    GAUGE,
                    "sluice_host_round_trip_seconds",
                    "Round trip between the master and the host.",
                    host -> known(host.roundTripSeconds(), 0)));

    private Metrics() {}

    private static Metric metric(Kind kind, String name, String help, Values values) {
        return new Metric(name, kind, help, values);
    }

    private static Metric overview(Kind kind, String name, String help, ToDoubleFunction<Overview> value) {
        return metric(kind, name, help, (view, out) -> out.add(value.applyAsDouble(view.overview())));
    }

    private static Metric spread(String name, String help, Function<RunSpreads, @Nullable TimeSpread> times) {
        return metric(SUMMARY, name, help, (view, out) -> {
            RunSpreads all = view.ledger().spreads();
            TimeSpread known = all == null ? null : times.apply(all);
            if (known != null) {
                out.spread(known);
            }
        });
    }

    private static Metric host(Kind kind, String name, String help, ToDoubleFunction<Host> value) {
        return metric(kind, name, help, (view, out) -> out.hosts(view.hosts(), value));
    }

    private static Metric link(String name, String help, ToDoubleFunction<Link> up, ToDoubleFunction<Link> down) {
        return metric(GAUGE, name, help, (view, out) -> out.directions(view.links(), up, down));
    }

    /** All names, in the order of the text. */
    public static List<String> names() {
        return ALL.stream().map(Metric::name).toList();
    }

    /** All metrics that have a value. */
    public static String text(RunView view) {
        StringBuilder text = new StringBuilder(8_192);
        for (Metric metric : ALL) {
            int before = text.length();
            text.append("# HELP ")
                    .append(metric.name)
                    .append(' ')
                    .append(metric.help)
                    .append('\n');
            text.append("# TYPE ").append(metric.name).append(' ');
            text.append(metric.kind.name().toLowerCase(Locale.ROOT)).append('\n');
            int head = text.length();
            metric.values.write(view, new MetricSamples(text, metric.name));
            if (text.length() == head) {
                text.setLength(before);
            }
        }
        return text.toString();
    }

    /** The value, or NaN if it is below the least that is known. */
    private static double known(double value, double least) {
        return value < least ? Double.NaN : value;
    }

    private static void knee(RunView view, MetricSamples out) {
        RunView.Scaling scaling = view.scaling();
        if (scaling != null && scaling.knee() > 0) {
            out.add(scaling.knee());
        }
    }

    private static void regime(RunView view, MetricSamples out) {
        RegimeSlice now = view.course().now();
        if (now != null && view.about().kind() == RunView.Kind.LIVE) {
            out.regime(now.regime(), now.resource());
        }
    }

    private static double up(Host host) {
        return host.state() == RunView.State.AWAY || host.state() == RunView.State.GONE ? 0 : 1;
    }
}
