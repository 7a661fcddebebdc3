package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.FarUnits;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Twelve hosts send large results to one host whose port is narrow and has a small buffer. Compares adaptive grants
 * with fixed numbers of grants, and with no grants (twelve at once). A wider port with a large buffer shows the cost of
 * grants without losses. Long continuous transfers seldom collapse, because TCP adapts to its share; short ones that
 * begin together do.
 */
public final class IncastBenchmark implements NetworkBenchmark {
    private static final int SENDERS = 12;
    private static final String NARROW = "rate: 100 Mbit/s, buffer: 20 KiB";
    private static final String CLEAN = "rate: 300 Mbit/s, buffer: 4 MiB";

    /** Goodput below this fraction of the best has collapsed. */
    private static final double COLLAPSED = 0.7;

    private static final List<String> FIXED = List.of("1", "2", "4");

    /** The load: four large results of each host in a cycle, at any time; or one short one, all at the same moment. */
    private record Load(String name, int bytes, String cycles, List<String> options) {}

    private static final Load LARGE = new Load("", 2_000_000, "48,48x2", List.of());
    private static final Load BURST = new Load("burst-", 200_000, "12,12x120", List.of("--delivery=prefetch=0"));

    @Override
    public String question() {
        return "2 MB results of 12 hosts through a port of 100 Mbit/s and 20 KiB: grants over none, and over a fixed number (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        List<Gain> gains = new ArrayList<>();
        for (Load load : List.of(LARGE, BURST)) {
            for (String tcp : List.of("bbr", "reno")) {
                gains.add(gain(programs, report, load, tcp));
            }
        }
        Map<String, Double> clean =
                rates(programs, report, LARGE, new Port("clean", CLEAN, "reno"), List.of("OFF", "ADAPTIVE"));
        double ofBestFixed = gains.stream().mapToDouble(Gain::ofBestFixed).min().orElseThrow();
        report.figure("adaptive-of-best-fixed", ofBestFixed, "x");
        gains.stream()
                .filter(gain -> gain.offOfBest < COLLAPSED)
                .mapToDouble(Gain::overOff)
                .min()
                .ifPresent(overOff -> report.figure("adaptive-over-off", overOff, "x"));
        report.figure("clean-port-cost", 100 * (1 - rate(clean, "ADAPTIVE") / rate(clean, "OFF")), "%");
        report.ratio(ofBestFixed);
    }

    /** The master's port. */
    private record Port(String name, String view, String tcp) {}

    /**
     * Goodput ratios: of adaptive grants to the best fixed number, of adaptive grants to none, and of none to the best.
     */
    private record Gain(double ofBestFixed, double overOff, double offOfBest) {}

    private static Gain gain(Programs programs, FigureReport report, Load load, String tcp) throws Exception {
        List<String> modes = new ArrayList<>(FIXED);
        modes.addAll(List.of("OFF", "ADAPTIVE"));
        Map<String, Double> rates = rates(programs, report, load, new Port(tcp, NARROW, tcp), modes);
        double adaptive = rate(rates, "ADAPTIVE");
        double off = rate(rates, "OFF");
        double best = FIXED.stream().mapToDouble(mode -> rate(rates, mode)).reduce(off, Math::max);
        Gain gain = new Gain(adaptive / best, adaptive / off, off / best);
        report.figure(load.name + "adaptive-of-best-fixed-" + tcp, gain.ofBestFixed, "x");
        report.figure(load.name + "adaptive-over-off-" + tcp, gain.overOff, "x");
        return gain;
    }

    /**
     * Goodput by mode [Mbit/s], each printed. Modes alternate, so that other load on the machine affects all of them
     * equally.
     */
    private static Map<String, Double> rates(
            Programs programs, FigureReport report, Load load, Port port, List<String> modes) throws Exception {
        Map<String, Runs> runs = new TreeMap<>();
        NetworkRoles network = network(programs, port);
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            for (String mode : modes) {
                List<String> options = new ArrayList<>(load.options);
                options.addAll(List.of("--delivery", "congestion=" + mode));
                runs.computeIfAbsent(mode, key -> new Runs())
                        .add(programs.inLab(
                                network,
                                FarUnits.class,
                                programs.effort().cycles(load.cycles),
                                options,
                                List.of("--workers=" + SENDERS, "--bytes=" + load.bytes)));
            }
        }
        Map<String, Double> rates = new TreeMap<>();
        runs.forEach((mode, of) -> {
            double rate = of.unitsPerSecond() * load.bytes * 8e-6;
            report.figure(load.name + port.name + "-" + mode, rate, "Mbit/s");
            rates.put(mode, rate);
        });
        return rates;
    }

    private static double rate(Map<String, Double> rates, String mode) {
        return rates.getOrDefault(mode, 0.0);
    }

    /** The network of incast.yaml, with another port or flavour of TCP. */
    private static NetworkRoles network(Programs programs, Port port) throws IOException {
        String text = Files.readString(programs.lab().resolve("incast.yaml"));
        if (!text.contains(NARROW)) {
            throw new IOException("incast.yaml has no port with '" + NARROW + "' (expected: one, the master's)");
        }
        Files.createDirectories(programs.logs());
        Path view = programs.logs().resolve("incast-" + port.name + ".yaml").toAbsolutePath();
        Files.writeString(view, text.replace(NARROW, port.view).replace("tcp: bbr", "tcp: " + port.tcp));
        List<String> senders =
                IntStream.rangeClosed(1, SENDERS).mapToObj(i -> "s" + i).toList();
        return new NetworkRoles(view, "m", "10.99.0.100", senders);
    }
}
