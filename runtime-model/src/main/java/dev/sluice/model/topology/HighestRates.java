package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The highest rates that tests saw at machines. Valid until the next trial. */
final class HighestRates {
    private final Collection<TestSeries> tests;

    /** Negative while it is not known. */
    private double portLeaving = -1;

    private double portReaching = -1;

    HighestRates(Collection<TestSeries> tests) {
        this.tests = tests;
    }

    /** Tests of single transfers that leave or reach a machine at its highest rate. */
    List<TestSeries> fastest(int machine, boolean leaving) {
        List<TestSeries> at = tests.stream()
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
        return Measurements.surer(
                Measurements.pooled(fastest(host, leaving)).value(),
                totals(host, leaving).stream()
                        .mapToDouble(RateEstimate::value)
                        .max()
                        .orElse(0));
    }

    /** The maximum rate at which transfers left or reached the vantage, from all tests that reached it [bytes/s]. */
    double port(boolean leaving) {
        double known = leaving ? portLeaving : portReaching;
        if (known < 0) {
            known = mostAtPort(leaving);
            if (leaving) {
                portLeaving = known;
            } else {
                portReaching = known;
            }
        }
        return known;
    }

    private double mostAtPort(boolean leaving) {
        List<RateEstimate> all = new ArrayList<>(totals(Transfer.VANTAGE, leaving));
        fastest(Transfer.VANTAGE, leaving).forEach(test -> all.add(test.sum()));
        double most = all.stream().mapToDouble(RateEstimate::value).max().orElse(0);
        double sum = 0;
        int count = 0;
        for (RateEstimate each : all) {
            if (each.value() >= Together.KEPT * most) {
                sum += each.value() * each.agreeing();
                count += each.agreeing();
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Totals of simultaneous transfers from or to a machine. */
    private List<RateEstimate> totals(int machine, boolean leaving) {
        return tests.stream()
                .filter(test -> test.transfers().size() > 1 && test.count() >= Together.LEAST)
                .map(test -> RateEstimate.of(test.trials().stream()
                        .mapToDouble(trial -> atMachine(test.transfers(), trial.rates(), machine, leaving))
                        .toArray()))
                .toList();
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
