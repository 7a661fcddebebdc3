package dev.sluice.insight.start;

import dev.sluice.insight.history.StartRow;
import dev.sluice.model.Median;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.forecast.Forecast;
import dev.sluice.model.forecast.Forecaster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Forecasts when each worker computes. A start has a fixed part (ssh, looking for Java, the JVM, the handshake) and the
 * transfer of files. The fixed part is forecast from earlier starts; the transfer is bytes over the rate of the links
 * on the way. Used once.
 */
final class StartForecast {
    /** Messages that go to and fro until the first unit: TCP, TLS, registration. */
    private static final int ROUND_TRIPS = 6;

    /** Handshakes of ssh that take place at the same time. */
    private static final int HANDSHAKES = 8;

    /** Fixed part of a start by ssh, and its share in the handshake, if no start is known [s]. */
    private static final double SSH_SECONDS = 1.8;

    private static final double HANDSHAKE_SECONDS = 0.4;

    /** The same of a master, until it listens, if no start of a master is known [s]. */
    private static final double MASTER_SECONDS = 2.4;

    /** The start of a worker in the process of the command, if no start is known [s]. */
    private static final double EMBEDDED_SECONDS = 0.2;

    /** The error of shipped values, as a fraction: a host whose processors are busy takes twice as long. */
    private static final double SHIPPED_ERROR = 1;

    /** The error of a forecast from one earlier start, as a fraction. */
    private static final double ONCE_ERROR = 0.5;

    /** The error of a transfer, as a fraction. */
    private static final double TRANSFER_ERROR = 0.1;

    /** Time from registering until a worker on another host computes, if only a discovery started it before [s]. */
    private static final double JOIN_SECONDS = 0.4;

    /** Time from the command until launching begins, if no run is known [s]. */
    private static final double COMMAND_SECONDS = 0.9;

    /** Time from the last result to the end of a run that started no process, if no run is known [s]. */
    private static final double END_SECONDS = 0.2;

    /** The same with workers that were started by ssh, whose processes end first [s]. */
    private static final double SSH_END_SECONDS = 0.9;

    /** Rate of a way on which nothing is known to limit [bytes/s]. */
    private static final double UNKNOWN_RATE = 100e6;

    /** Fewest bytes of a start that tell the rate of its way [bytes]. */
    private static final long TELLING_BYTES = 256 << 10;

    /** Latest runs whose times count. */
    private static final int RUNS = 20;

    private final List<StartRow> rows = new ArrayList<>();
    private final StartKnowledge.Asked asked;
    private final StartKnowledge.Command command;
    private final NetworkView view;
    private final Transfers jars;
    private final Transfers files;

    /** Numbers of hosts by the source of their fixed part. */
    private final Map<String, Integer> sources = new TreeMap<>();

    /** @param newestFirst as the history has them */
    StartForecast(List<StartRow> newestFirst, StartKnowledge.Asked asked, StartKnowledge.Command command) {
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            rows.add(newestFirst.get(i));
        }
        this.asked = asked;
        this.command = command;
        this.view = asked.view();
        this.jars = new Transfers(view, asked.from(), this::measuredRate);
        this.files = new Transfers(view, asked.master(), this::measuredRate);
    }

    StartKnowledge knowledge() {
        Map<String, Integer> places = view.places();
        List<Host> hosts = asked.workers().stream()
                .map(name -> places.getOrDefault(name, -1))
                .filter(host -> host >= 0)
                .map(view.hosts()::get)
                .toList();
        for (Host host : hosts) {
            jars.add(host, isLocal(host) || asked.holding().contains(host.name()) ? 0 : asked.jarBytes());
            files.add(host, isSpared(host) ? 0 : asked.applicationBytes());
        }
        double handshake = handshakeSeconds();
        Map<String, Double> seconds = new LinkedHashMap<>();
        Map<String, Double> errors = new LinkedHashMap<>();
        int begun = 0;
        for (Host host : hosts) {
            Fixed fixed = fixed(host);
            double moved = jars.seconds(host) + files.seconds(host);
            double waited = isLocal(host) ? 0 : (begun++ / HANDSHAKES) * handshake;
            double travelled = ROUND_TRIPS * 2e-9 * files.latencyNanos(host);
            seconds.put(host.name(), waited + fixed.seconds() + moved + travelled);
            errors.put(host.name(), fixed.error() + TRANSFER_ERROR * moved);
        }
        return new StartKnowledge(
                commandSeconds(), seconds, errors, ofRun(StartRow::endSeconds, shippedEndSeconds()), words());
    }

    private double commandSeconds() {
        return command.seconds() > 0 ? command.seconds() : ofRun(StartRow::commandSeconds, COMMAND_SECONDS);
    }

    private ShippedStart shipped() {
        return new ShippedStart(commandSeconds(), command.perProcessor());
    }

    private double shippedEndSeconds() {
        return switch (asked.kind()) {
            case StartKnowledge.SSH, StartKnowledge.MASTER -> SSH_END_SECONDS;
            case StartKnowledge.LOCAL -> shipped().endSeconds();
            default -> END_SECONDS;
        };
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        words.addAll(jars.words("Sluice's jar"));
        words.addAll(files.words("the application's files"));
        sources.forEach(
                (source, hosts) -> words.add("the start of " + hosts + (hosts == 1 ? " host " : " hosts ") + source));
        return words;
    }

    /** Tells whether the worker of a host is a child of the process that starts all. */
    private boolean isLocal(Host host) {
        return host.name().equals(asked.from());
    }

    /** Tells whether a host needs no file of the application. */
    private boolean isSpared(Host host) {
        return host.name().equals(asked.master()) || asked.prepared().contains(host.name());
    }

    /** The way of launching: a host of many that launches itself has a local worker. */
    private String kind(Host host) {
        return isLocal(host) && !asked.kind().equals(StartKnowledge.EMBEDDED) ? StartKnowledge.LOCAL : asked.kind();
    }

    // ---- the fixed part

    private record Fixed(double seconds, double error) {}

    private Fixed fixed(Host host) {
        String kind = kind(host);
        String link = view.links().get(host.link()).name();
        Optional<Fixed> known = forecast(
                        "by its own history", kind, row -> row.host().equals(host.name()))
                .or(() -> forecast(
                        "by hosts behind the same link", kind, row -> row.link().equals(link)))
                .or(() -> forecast("by hosts that started in the same way", kind, row -> true));
        if (known.isPresent()) {
            return known.get();
        }
        sources.merge("by values as shipped", 1, Integer::sum);
        double shipped = switch (kind) {
            case StartKnowledge.EMBEDDED -> EMBEDDED_SECONDS;
            case StartKnowledge.LOCAL -> shipped().seconds();
            case StartKnowledge.MASTER -> MASTER_SECONDS;
            default -> SSH_SECONDS;
        };
        return new Fixed(shipped, SHIPPED_ERROR * shipped);
    }

    private Optional<Fixed> forecast(String source, String kind, Predicate<StartRow> like) {
        Forecaster forecaster = new Forecaster();
        rows.stream()
                .filter(row -> row.kind().equals(kind) && like.test(row))
                .mapToDouble(this::fixedSeconds)
                .filter(value -> value > 0 && value < Double.POSITIVE_INFINITY)
                .forEach(forecaster::add);
        Optional<Forecast> forecast = forecaster.forecast();
        forecast.ifPresent(found -> sources.merge(source, 1, Integer::sum));
        return forecast.map(found -> {
            double value = Math.max(0, found.value());
            double error = found.meanAbsoluteError();
            return new Fixed(value, error >= 0 ? error : ONCE_ERROR * value);
        });
    }

    /** The time of an earlier start without its transfers [s]; NaN if the start of its JVM is unknown. */
    private double fixedSeconds(StartRow row) {
        double unknown = isBySsh(row.kind()) ? JOIN_SECONDS : 0;
        double join = row.kind().equals(StartKnowledge.MASTER)
                ? 0
                : Double.isNaN(row.joinSeconds()) ? unknown : row.joinSeconds();
        int host = view.host(row.host());
        if (join > 0 && row.joinBytes() > 0 && host >= 0) {
            join = Math.max(0, join - row.joinBytes() / files.rate(view.hosts().get(host)));
        }
        return known(row.sshSeconds()) + known(row.lookSeconds()) + row.jvmSeconds() + join;
    }

    private static boolean isBySsh(String kind) {
        return kind.equals(StartKnowledge.SSH) || kind.equals(StartKnowledge.MASTER);
    }

    private static double known(double seconds) {
        return Double.isNaN(seconds) ? 0 : seconds;
    }

    private double handshakeSeconds() {
        double[] measured = rows.stream()
                .filter(row -> row.kind().equals(asked.kind()))
                .mapToDouble(StartRow::sshSeconds)
                .filter(seconds -> seconds >= 0)
                .toArray();
        return measured.length == 0 ? HANDSHAKE_SECONDS : Median.of(Arrays.stream(measured));
    }

    // ---- transfers

    /** The rate at which earlier starts sent their jars: to this host, behind its link, or anywhere [bytes/s]. */
    private double measuredRate(Host host) {
        String link = view.links().get(host.link()).name();
        List<Predicate<StartRow>> like =
                List.of(row -> row.host().equals(host.name()), row -> row.link().equals(link), row -> true);
        for (Predicate<StartRow> each : like) {
            double[] rates = rows.stream()
                    .filter(row -> row.sentBytes() >= TELLING_BYTES && row.sendSeconds() > 0)
                    .filter(each)
                    .mapToDouble(row -> row.sentBytes() / row.sendSeconds())
                    .toArray();
            if (rates.length > 0) {
                return Median.of(Arrays.stream(rates));
            }
        }
        return UNKNOWN_RATE;
    }

    // ---- times of a whole run

    /** A time that each row of a run has: the median of the latest runs started alike, else of any runs [s]. */
    private double ofRun(ToDoubleFunction<StartRow> time, double shipped) {
        List<Predicate<StartRow>> like = List.of(row -> row.kind().equals(asked.kind()), row -> true);
        for (Predicate<StartRow> each : like) {
            Map<String, Double> byRun = new LinkedHashMap<>();
            rows.stream()
                    .filter(each)
                    .filter(row -> time.applyAsDouble(row) >= 0)
                    .forEach(row -> byRun.put(row.run(), time.applyAsDouble(row)));
            if (!byRun.isEmpty()) {
                return Median.of(byRun.values().stream()
                        .skip(Math.max(0, byRun.size() - RUNS))
                        .mapToDouble(Double::doubleValue));
            }
        }
        return shipped;
    }

    /**
     * Forecasts the starts of processes on this machine of which no earlier one is known. The command is itself a JVM
     * that has just started here, so its own start says how quick this machine is, and whether class archives are in
     * use.
     *
     * <p>The constants fit runs of one to four worker processes on two processors, with class archives and without: the
     * worker computes after 1.4, 2.2, 3.0 and 4.0 times the start of the command, and the run ends after 1.1 to 1.4
     * times that time.
     *
     * @param commandSeconds from the command until it launches workers [s]
     * @param perProcessor worker processes that start at the same time, per processor
     */
    private record ShippedStart(double commandSeconds, double perProcessor) {
        /** The part of a start in which other starts do not matter, over the start of the command. */
        private static final double ALONE = 0.5;

        /** The processor time of a start, over the start of the command. */
        private static final double BUSY = 1.8;

        /** The end of worker processes and the writing of the report, over the start of the command. */
        private static final double END = 1.2;

        /** Returns the time from launching until the worker processes compute [s]. */
        double seconds() {
            return commandSeconds * (ALONE + BUSY * perProcessor);
        }

        /** Returns the time from the last result to the end of the command [s]. */
        double endSeconds() {
            return END * commandSeconds;
        }
    }
}
