package dev.sluice.cli.page;

import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TimeSpread;
import dev.sluice.net.rules.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Writes the samples of one metric. A value that is no number is left out. */
final class MetricSamples {
    private static final int HOSTS = 100;
    private static final int NAME_CHARACTERS = 100;

    private final StringBuilder text;
    private final String name;

    MetricSamples(StringBuilder text, String name) {
        this.text = text;
        this.name = name;
    }

    void add(double value) {
        add("", value);
    }

    void last(double[] values) {
        if (values.length > 0) {
            add(values[values.length - 1]);
        }
    }

    void last(float[] values) {
        if (values.length > 0) {
            add(values[values.length - 1]);
        }
    }

    void spread(TimeSpread times) {
        add("{quantile=\"0.5\"}", times.p50Seconds());
        add("{quantile=\"0.95\"}", times.p95Seconds());
        add("{quantile=\"0.99\"}", times.p99Seconds());
        add("_sum", times.sumSeconds());
        add("_count", times.count());
    }

    void causes(List<IdleLedger.Share> lines) {
        lines.forEach(line -> add("{cause=\"" + escaped(line.field()) + "\"}", line.seconds()));
    }

    void traffic(long[] up, long[] down) {
        add("{direction=\"up\"}", sum(up));
        add("{direction=\"down\"}", sum(down));
    }

    /** The waiting times for each direction of the link between the master and a host. */
    void waits(List<IdleLedger.Link> waits) {
        Map<String, Double> up = new LinkedHashMap<>();
        Map<String, Double> down = new LinkedHashMap<>();
        for (IdleLedger.Link wait : waits) {
            boolean toHost = wait.from().equals("master");
            Map<String, Double> way = toHost ? down : up;
            String host = shown(toHost ? wait.to() : wait.from());
            if (way.size() < HOSTS || way.containsKey(host)) {
                way.merge(host, wait.seconds(), Double::sum);
            }
        }
        up.forEach((host, seconds) -> direction(host, "up", seconds));
        down.forEach((host, seconds) -> direction(host, "down", seconds));
    }

    void regime(String regime, String resource) {
        add("{regime=\"" + escaped(regime) + "\",resource=\"" + escaped(shown(resource)) + "\"}", 1);
    }

    void hosts(List<RunView.Host> hosts, ToDoubleFunction<RunView.Host> value) {
        named(hosts, RunView.Host::name).forEach((host, each) -> host(host, value.applyAsDouble(each)));
    }

    void links(List<RunView.Link> links, ToDoubleFunction<RunView.Link> value) {
        named(links, RunView.Link::name).forEach((host, each) -> host(host, value.applyAsDouble(each)));
    }

    void directions(List<RunView.Link> links, ToDoubleFunction<RunView.Link> up, ToDoubleFunction<RunView.Link> down) {
        named(links, RunView.Link::name).forEach((host, each) -> {
            direction(host, "up", up.applyAsDouble(each));
            direction(host, "down", down.applyAsDouble(each));
        });
    }

    /** The first hundred by name; a name that comes again is left out, because each sample has its own labels. */
    private static <T> Map<String, T> named(List<T> all, Function<T, String> name) {
        Map<String, T> named = new LinkedHashMap<>();
        for (T each : all) {
            if (named.size() < HOSTS) {
                named.putIfAbsent(shown(name.apply(each)), each);
            }
        }
        return named;
    }

    private void host(String host, double value) {
        add("{host=\"" + escaped(host) + "\"}", value);
    }

    private void direction(String host, String direction, double value) {
        add("{host=\"" + escaped(host) + "\",direction=\"" + direction + "\"}", value);
    }

    private void add(String labels, double value) {
        if (Double.isFinite(value)) {
            text.append(name).append(labels).append(' ').append(number(value)).append('\n');
        }
    }

    private static double sum(long[] values) {
        double sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return whole ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static String shown(String name) {
        return Text.printable(name, NAME_CHARACTERS);
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
