package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The highest rates that tests saw at machines. Valid until the next trial. */
final class HighestRates {
    /** Most part of its single rates that a test reaches which something slowed down. */
    private static final double SLOWED = 0.85;

    private final Map<List<Transfer>, TestSeries> tests;

    /** Negative while it is not known. */
    private double portLeaving = -1;

    private double portReaching = -1;

    private record Totals(int machine, boolean leaving, boolean slowed) {}

    private final Map<Totals, List<RateEstimate>> known = new HashMap<>();

    HighestRates(Map<List<Transfer>, TestSeries> tests) {
        this.tests = tests;
    }

    /** Tests of single transfers that leave or reach a machine at its highest rate. */
    List<TestSeries> fastest(int machine, boolean leaving) {
        List<TestSeries> at = tests.values().stream()
                .filter(test -> test.transfers().size() == 1 && test.known())
                .filter(test -> (leaving
                                ? test.transfers().get(0).from()
                                : test.transfers().get(0).to())
                        == machine)
                .toList();
        double most = at.stream().mapToDouble(test -> test.sum().value()).max().orElse(0);
        return at.stream()
                .filter(test -> test.sum().value() >= Together.KEPT * most)
                .toList();
    }

    /**
     * The maximum rate that any test saw leave or reach a host [bytes/s]. Sums of several transfers are less certain,
     * so they count only if they clearly exceed the best single transfer.
     */
    double most(int host, boolean leaving) {
        double single = Measurements.pooled(fastest(host, leaving)).value();
        return Measurements.surer(
                single,
                totals(host, leaving, false).stream()
                        .filter(total -> total.agreeing() > 2 && total.low() > single)
                        .mapToDouble(RateEstimate::value)
                        .max()
                        .orElse(0));
    }

    /** The maximum rate at which transfers left or reached the vantage, from all tests that reached it [bytes/s]. */
    double port(boolean leaving) {
        double port = leaving ? portLeaving : portReaching;
        if (port < 0) {
            port = mostAtPort(leaving);
            if (leaving) {
                portLeaving = port;
            } else {
                portReaching = port;
            }
        }
        return port;
    }

    /** The mean of tests that the port slowed down, but no less than single transfers reach; else the highest rate. */
    private double mostAtPort(boolean leaving) {
        List<RateEstimate> all = new ArrayList<>(totals(Transfer.VANTAGE, leaving, false));
        fastest(Transfer.VANTAGE, leaving).forEach(test -> all.add(test.sum()));
        double most = all.stream()
                .mapToDouble(each -> each.agreeing() > 2 ? each.value() : each.low())
                .max()
                .orElse(0);
        double sum = 0;
        int count = 0;
        for (RateEstimate each : totals(Transfer.VANTAGE, leaving, true)) {
            if (each.value() >= Together.KEPT * most) {
                sum += each.value() * each.agreeing();
                count += each.agreeing();
            }
        }
        double single = Measurements.pooled(fastest(Transfer.VANTAGE, leaving)).value();
        return count == 0 ? most : Math.max(single, sum / count);
    }

    /**
     * Totals of simultaneous transfers from or to a machine.
     *
     * @param slowed true for those tests only whose transfers are clearly slower than alone
     */
    private List<RateEstimate> totals(int machine, boolean leaving, boolean slowed) {
        return known.computeIfAbsent(new Totals(machine, leaving, slowed), this::derived);
    }

    private List<RateEstimate> derived(Totals of) {
        int machine = of.machine;
        boolean leaving = of.leaving;
        List<RateEstimate> totals = new ArrayList<>();
        for (TestSeries test : tests.values()) {
            if (test.transfers().size() > 1 && test.count() >= Together.LEAST) {
                double[] alone = test.transfers().stream()
                        .mapToDouble(transfer -> Optional.ofNullable(tests.get(List.of(transfer)))
                                .map(single -> single.sum().value())
                                .orElse(0.0))
                        .toArray();
                RateEstimate total = RateEstimate.of(test.trials().stream()
                        .mapToDouble(trial -> atMachine(test.transfers(), trial.rates(), machine, leaving))
                        .toArray());
                if (!of.slowed || SLOWED * atMachine(test.transfers(), alone, machine, leaving) > total.value()) {
                    totals.add(total);
                }
            }
        }
        return totals;
    }

    private static double atMachine(List<Transfer> transfers, double[] rates, int machine, boolean leaving) {
        double sum = 0;
        for (int i = 0; i < rates.length; i++) {
            Transfer transfer = transfers.get(i);
            sum += (leaving ? transfer.from() : transfer.to()) == machine ? rates[i] : 0;
        }
        return sum;
    }
}
