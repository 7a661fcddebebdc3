package dev.sluice.model.topology;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All measurements, and the limits on them. Confined to its discovery. */
final class Measurements {
    /** Duration of the first transfer on an unknown path [ns]. */
    private static final long PILOT_NANOS = 250_000_000L;

    private static final double CLEARLY = 1 / Exploration.KEPT;

    private static final double FIRST_GUESS = 1_000_000;

    private static final int CROWDED = 3;

    private final DiscoveryTerms terms;
    private final int mostTests;
    private final Map<List<Transfer>, TestSeries> tests = new LinkedHashMap<>();

    /** Estimated rate of each path, measured or not [bytes/s]. */
    private final Map<Transfer, Double> guesses = new HashMap<>();

    private final Map<Transfer, Long> roundTrips = new HashMap<>();
    private final Set<Integer> lost = new TreeSet<>();
    private long bytes;
    private long transfers;
    private boolean bounded;

    /** Thrown by the exploration when it cannot continue without this test. */
    static final class Needed extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient TestSeries test;

        Needed(TestSeries test) {
            super("a test is needed", null, false, false);
            this.test = test;
        }

        TestSeries test() {
            return test;
        }
    }

    Measurements(DiscoveryTerms terms, int mostTests) {
        this.terms = terms;
        this.mostTests = mostTests;
    }

    /**
     * The outcome of a test; empty if a host is lost, the path is closed or a limit is reached.
     *
     * @throws Needed while it is still to be measured
     */
    Optional<TestSeries> test(Phase phase, List<Transfer> what) {
        TestSeries known = tests.get(what);
        if (known == null) {
            if (tests.size() >= mostTests || !affordable(what.size())) {
                bounded = true;
                return Optional.empty();
            }
            throw new Needed(new TestSeries(phase, what));
        }
        if (!known.done(terms)) {
            if (affordable(what.size())) {
                throw new Needed(known);
            }
            bounded = true;
            known.giveUp();
        }
        return known.known() && lost.stream().noneMatch(known::touches) ? Optional.of(known) : Optional.empty();
    }

    private boolean affordable(int count) {
        return terms.totalBytes() - bytes >= count * DiscoveryTerms.LEAST_TRANSFER_BYTES;
    }

    /** The next trial of a test. */
    Probe probe(TestSeries test) {
        tests.putIfAbsent(test.transfers(), test);
        int count = test.transfers().size();
        long each = Math.min(terms.transferBytes(), (terms.totalBytes() - bytes) / count);
        long roundTrip = 0;
        double fastest = 0;
        boolean guessed = false;
        for (Transfer transfer : test.transfers()) {
            roundTrip = Math.max(roundTrip, roundTrip(transfer));
            Double guess = guesses.get(transfer);
            fastest = Math.max(fastest, guess == null ? guess(transfer) : guess);
            guessed |= guess == null && test.transfers().size() == 1;
        }
        if (guessed && test.phase() == Phase.ALONE) {
            return Probe.of(test.phase(), test.transfers(), 0, each, FIRST_GUESS, roundTrip, PILOT_NANOS);
        }
        return Probe.of(test.phase(), test.transfers(), test.count() + 1, each, fastest, roundTrip, spanNanos(test));
    }

    /**
     * The duration of a transfer. Many transfers at one port lose packets until TCP has found their shares, so they
     * last longer.
     */
    private long spanNanos(TestSeries test) {
        boolean crowd = test.transfers().size() > 2 && test.touches(Transfer.VANTAGE);
        return crowd ? CROWDED * terms.spanNanos() : terms.spanNanos();
    }

    /** Estimated rate of a path between hosts: the smaller of their rates from and to the vantage. */
    private double guess(Transfer transfer) {
        double up = guesses.getOrDefault(Transfer.back(Math.max(0, transfer.from())), FIRST_GUESS);
        double down = guesses.getOrDefault(Transfer.to(Math.max(0, transfer.to())), FIRST_GUESS);
        return transfer.from() == Transfer.VANTAGE ? down : transfer.to() == Transfer.VANTAGE ? up : Math.min(up, down);
    }

    private long roundTrip(Transfer transfer) {
        Long known = roundTrips.get(way(transfer));
        if (known != null) {
            return known;
        }
        return transfer.from() == Transfer.VANTAGE || transfer.to() == Transfer.VANTAGE
                ? 0
                : Math.max(
                        roundTrips.getOrDefault(Transfer.to(transfer.from()), 0L),
                        roundTrips.getOrDefault(Transfer.to(transfer.to()), 0L));
    }

    /** The path of a transfer, identical for both directions. */
    private static Transfer way(Transfer transfer) {
        return transfer.from() < transfer.to() ? transfer : new Transfer(transfer.to(), transfer.from());
    }

    /** Records the readings of a probe, one for each of its transfers. */
    void measured(Probe probe, List<Reading> readings) {
        TestSeries test = tests.get(probe.transfers());
        if (test == null || readings.size() != probe.transfers().size()) {
            throw new IllegalArgumentException(
                    "readings: " + readings.size() + " (expected: one for each transfer of the probe asked for)");
        }
        transfers += readings.size();
        double[] rates = new double[readings.size()];
        Reading.Outcome worst = Reading.Outcome.MEASURED;
        for (int i = 0; i < rates.length; i++) {
            Reading reading = readings.get(i);
            bytes += reading.bytes();
            rates[i] = reading.bytesPerSecond();
            worst = reading.outcome().compareTo(worst) > 0 ? reading.outcome() : worst;
            Transfer way = way(probe.transfers().get(i));
            boolean settled = way.from() == Transfer.VANTAGE && probe.phase() != Phase.ALONE;
            if (reading.roundTripNanos() > 0 && !settled) { // classes depend on the round trips of the first phase only
                roundTrips.merge(way, reading.roundTripNanos(), Math::min);
            }
        }
        switch (worst) {
            case MEASURED -> {
                learn(probe, rates);
                if (probe.trial() > 0) {
                    test.add(rates);
                }
            }
            case SHORT -> {
                faster(probe, readings);
                if (probe.trial() > 0) {
                    test.wasShort();
                    if (!test.known() && test.done(terms)) {
                        test.add(rates); // a lower bound of the rate
                    }
                }
            }
            case UNREACHABLE -> test.failed(true);
            case BROKEN -> test.failed(false);
        }
    }

    private void learn(Probe probe, double[] rates) {
        if (rates.length == 1) {
            guesses.put(probe.transfers().get(0), Math.max(1, rates[0]));
        } else {
            for (int i = 0; i < rates.length; i++) {
                guesses.merge(probe.transfers().get(i), rates[i], Math::max);
            }
        }
    }

    /** Raises the estimates after the bytes were used up, so that the next trial is shorter. */
    private void faster(Probe probe, List<Reading> readings) {
        for (int i = 0; i < readings.size(); i++) {
            if (readings.get(i).outcome() == Reading.Outcome.SHORT) {
                Transfer transfer = probe.transfers().get(i);
                double thought = guesses.getOrDefault(transfer, guess(transfer));
                guesses.put(transfer, Math.max(1.5 * thought, readings.get(i).bytesPerSecond()));
            }
        }
    }

    void lost(int host) {
        lost.add(host);
    }

    Set<Integer> lost() {
        return lost;
    }

    /** The minimum round trip between two machines [ns]; 0 if none was measured. */
    long roundTripNanos(int one, int other) {
        return roundTrips.getOrDefault(way(new Transfer(one, other)), 0L);
    }

    /**
     * The maximum rate that any test saw leave or reach a machine [bytes/s]. Sums of several transfers are less
     * certain, so they count only if they clearly exceed the best single transfer.
     */
    double most(int machine, boolean leaving) {
        double single = 0;
        double together = 0;
        for (TestSeries test : tests.values()) {
            double sum = 0;
            for (int i = 0; test.known() && i < test.transfers().size(); i++) {
                Transfer transfer = test.transfers().get(i);
                sum += (leaving ? transfer.from() : transfer.to()) == machine ? test.rate(i) : 0;
            }
            single = test.transfers().size() == 1 ? Math.max(single, sum) : single;
            together = Math.max(together, sum);
        }
        return surer(single, together);
    }

    /** The single rate, unless several transfers together are clearly faster. */
    static double surer(double single, double together) {
        return together > CLEARLY * single ? together : single;
    }

    /** The spread of the trials of a single host, relative to their median. */
    double spread(int host) {
        return tests.values().stream()
                .filter(test -> test.phase() == Phase.ALONE && test.known() && test.touches(host))
                .mapToDouble(TestSeries::spread)
                .max()
                .orElse(0);
    }

    boolean bounded() {
        return bounded;
    }

    int tests() {
        return tests.size();
    }

    long transfers() {
        return transfers;
    }

    long bytes() {
        return bytes;
    }
}
