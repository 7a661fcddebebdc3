package dev.sluice.benchmarks;

import dev.sluice.benchmarks.application.FarUnits;
import dev.sluice.benchmarks.timing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Twelve hosts with large results for one, whose port is narrow and has a small buffer: as many grants at once as the
 * master finds best, against fixed numbers of them, and against none asked for (twelve at once). And what asking costs
 * where nothing is lost: a wider port with a large buffer.
 */
final class IncastBenchmark implements Benchmark {
    private static final int SENDERS = 12;
    private static final int RESULT_BYTES = 2_000_000;
    private static final String NARROW = "rate: 100 Mbit/s, buffer: 20 KiB";
    private static final String CLEAN = "rate: 300 Mbit/s, buffer: 4 MiB";
    private static final List<String> FIXED = List.of("1", "2", "4");

    @Override
    public String name() {
        return "incast";
    }

    @Override
    public String question() {
        return "2 MB results of 12 hosts through a port of 100 Mbit/s and 20 KiB: grants over none, and over a fixed number (root)";
    }

    @Override
    public boolean needsTestNetwork() {
        return true;
    }

    @Override
    public void measure(Programs programs, Report report) throws Exception {
        report.figure("load", Machine.load(), "processes");
        double ofBestFixed = Double.MAX_VALUE;
        double overOff = Double.MAX_VALUE;
        for (String tcp : List.of("bbr", "reno")) {
            List<String> modes = new ArrayList<>(FIXED);
            modes.addAll(List.of("OFF", "ADAPTIVE"));
            Map<String, Double> rates = rates(programs, report, NARROW, tcp, modes);
            double adaptive = rate(rates, "ADAPTIVE");
            double off = rate(rates, "OFF");
            double best = FIXED.stream().mapToDouble(mode -> rate(rates, mode)).reduce(off, Math::max);
            report.figure("adaptive-of-best-fixed-" + tcp, adaptive / best, "x");
            report.figure("adaptive-over-off-" + tcp, adaptive / off, "x");
            ofBestFixed = Math.min(ofBestFixed, adaptive / best);
            overOff = Math.min(overOff, adaptive / off);
        }
        Map<String, Double> clean = rates(programs, report, CLEAN, "reno", List.of("OFF", "ADAPTIVE"));
        report.figure("adaptive-of-best-fixed", ofBestFixed, "x");
        report.figure("adaptive-over-off", overOff, "x");
        report.figure("clean-port-cost", 100 * (1 - rate(clean, "ADAPTIVE") / rate(clean, "OFF")), "%");
        report.ratio(ofBestFixed);
    }

    /** Goodput by mode [Mbit/s], each printed. Modes take turns, so that what else the machine does meets all alike. */
    private static Map<String, Double> rates(
            Programs programs, Report report, String port, String tcp, List<String> modes) throws Exception {
        Map<String, Runs> runs = new TreeMap<>();
        Network network = network(programs, port, tcp);
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            for (String mode : modes) {
                runs.computeIfAbsent(mode, key -> new Runs())
                        .add(programs.inLab(
                                network,
                                FarUnits.class,
                                programs.effort().cycles("48,48x2"),
                                List.of("--congestion", mode),
                                List.of("--workers=" + SENDERS, "--bytes=" + RESULT_BYTES)));
            }
        }
        Map<String, Double> rates = new TreeMap<>();
        runs.forEach((mode, of) -> {
            double rate = of.median(Timing::unitsPerSecond) * RESULT_BYTES * 8e-6;
            report.figure((port.equals(CLEAN) ? "clean-" : tcp + "-") + mode, rate, "Mbit/s");
            rates.put(mode, rate);
        });
        return rates;
    }

    private static double rate(Map<String, Double> rates, String mode) {
        return rates.getOrDefault(mode, 0.0);
    }

    /** That of incast.yaml, with another port or flavour of TCP. */
    private static Network network(Programs programs, String port, String tcp) throws IOException {
        String text = Files.readString(programs.lab().resolve("incast.yaml"));
        if (!text.contains(NARROW)) {
            throw new IOException("incast.yaml has no port with '" + NARROW + "' (expected: one, the master's)");
        }
        Files.createDirectories(programs.logs());
        Path view = programs.logs().resolve("incast-" + tcp + ".yaml").toAbsolutePath();
        Files.writeString(view, text.replace(NARROW, port).replace("tcp: bbr", "tcp: " + tcp));
        List<String> senders =
                IntStream.rangeClosed(1, SENDERS).mapToObj(i -> "s" + i).toList();
        return new Network(view, "m", "10.99.0.100", senders);
    }
}
