package dev.sluice.model.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Estimated rates and round trips of paths, and probes sized by them. Confined to its discovery. */
final class PathRates {
    /** Duration of the first transfer on an unknown path [ns]. */
    private static final long PILOT_NANOS = 150_000_000L;

    private static final double FIRST_GUESS = 1_000_000;

    private static final int CROWDED = 2;

    /** Bytes whose arrival tells a rate: forty packets. */
    private static final double TOLD_BYTES = 40 * 1500;

    private static final long MOST_SPAN_NANOS = 400_000_000L;

    private final DiscoveryTerms terms;
    private final Map<List<Transfer>, TestSeries> tests;

    /** Estimated rate of each path, measured or not [bytes/s]. */
    private final Map<Transfer, Double> guesses = new HashMap<>();

    private final Map<Transfer, Long> roundTrips = new HashMap<>();

    /** @param tests all tests, by their transfers */
    PathRates(DiscoveryTerms terms, Map<List<Transfer>, TestSeries> tests) {
        this.terms = terms;
        this.tests = tests;
    }

    /** True unless this is one transfer of whose rate nothing is known. */
    boolean isGuessed(List<Transfer> transfers) {
        return transfers.size() > 1 || guesses.containsKey(transfers.get(0));
    }

    /** Records a round trip. Classes depend on those of the first phase only. */
    void roundTrip(Phase phase, Transfer transfer, long nanos) {
        Transfer way = way(transfer);
        boolean settled = way.from() == Transfer.VANTAGE && phase != Phase.ALONE;
        if (nanos > 0 && !settled) {
            roundTrips.merge(way, nanos, Math::min);
        }
    }

    /**
     * The next trial of a test; 0 is a pilot.
     *
     * @param bytesLeft bytes that all transfers together may still send [bytes]
     */
    Probe probe(TestSeries test, int trial, long bytesLeft) {
        int count = test.transfers().size();
        long each = Math.max(1, Math.min(terms.transferBytes(), bytesLeft / count));
        long roundTrip = 0;
        double fastest = 0;
        double slowest = Double.POSITIVE_INFINITY;
        for (Transfer transfer : test.transfers()) {
            roundTrip = Math.max(roundTrip, roundTrip(transfer));
            double rate = Math.max(usual(transfer), guesses.getOrDefault(transfer, 0.0));
            fastest = Math.max(fastest, rate);
            slowest = Math.min(slowest, rate);
        }
        if (trial == 0) {
            return Probe.of(test.phase(), test.transfers(), 0, each, FIRST_GUESS, roundTrip, PILOT_NANOS);
        }
        long packets = Math.round(TOLD_BYTES / slowest * 1e9);
        return Probe.of(
                test.phase(),
                test.transfers(),
                trial,
                each,
                fastest,
                roundTrip,
                Math.max(Math.min(packets, MOST_SPAN_NANOS), spanNanos(test)));
    }

    /** The estimated rate of a path, measured or not [bytes/s]. */
    double usual(Transfer transfer) {
        TestSeries single = tests.get(List.of(transfer));
        return single != null && single.known()
                ? Math.max(1, single.sum().value())
                : guesses.getOrDefault(transfer, guess(transfer));
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

    void learn(Probe probe, double[] rates) {
        if (rates.length == 1) {
            guesses.put(probe.transfers().get(0), Math.max(1, rates[0]));
        } else {
            for (int i = 0; i < rates.length; i++) {
                guesses.merge(probe.transfers().get(i), rates[i], Math::max);
            }
        }
    }

    /** Raises the estimates after the bytes were used up, so that the next trial is shorter. */
    void faster(Probe probe, List<Reading> readings) {
        for (int i = 0; i < readings.size(); i++) {
            if (readings.get(i).outcome() == Reading.Outcome.SHORT) {
                Transfer transfer = probe.transfers().get(i);
                double thought = guesses.getOrDefault(transfer, guess(transfer));
                guesses.put(transfer, Math.max(1.5 * thought, readings.get(i).bytesPerSecond()));
            }
        }
    }

    /** The minimum round trip of all paths [ns]; 0 if none was measured. */
    long leastRoundTripNanos() {
        return roundTrips.values().stream().mapToLong(nanos -> nanos).min().orElse(0);
    }

    /** The minimum round trip between two machines [ns]; 0 if none was measured. */
    long roundTripNanos(int one, int other) {
        return roundTrips.getOrDefault(way(new Transfer(one, other)), 0L);
    }
}
