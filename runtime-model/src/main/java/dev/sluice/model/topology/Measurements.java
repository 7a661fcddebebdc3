package dev.sluice.model.topology;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** All measurements, and the limits on them. Confined to its discovery. */
final class Measurements {
    /** Duration of the first transfer on an unknown path [ns]. */
    private static final long PILOT_NANOS = 150_000_000L;

    private static final double FIRST_GUESS = 1_000_000;

    private static final int CROWDED = 2;

    /** Bytes whose arrival tells a rate: forty packets. */
    private static final double TOLD_BYTES = 40 * 1500;
    private static final long MOST_SPAN_NANOS = 400_000_000L;

    /** Relative errors of rates that choose further tests, and of rates in the view. */
    private static final double ROUGH = 0.15;

    private static final double PRECISE = 0.05;

    /** Part of the budget after which rates are not measured more precisely. */
    private static final double REFINED = 0.85;

    /** Part of the budget that is used, as rates and thus busy times are estimates. */
    private static final double USED = 0.92;

    /** Part of the budget for the first two phases. */
    private static final double FIRST = 0.7;

    /** Least fraction of its usual rate to which a frame's load is believed to slow a transfer. */
    private static final double LEAST_PART = 0.25;

    /** Probability of a misleading frame above which more trials have to agree. */
    private static final double NOISY = 0.04;

    /** Number of probes around a trial that tell its load. */
    private static final int FRAME = 3;

    private final DiscoveryTerms terms;
    private final int mostTests;
    private final Map<List<Transfer>, TestSeries> tests = new LinkedHashMap<>();

    /** Estimated rate of each path, measured or not [bytes/s]. */
    private final Map<Transfer, Double> guesses = new HashMap<>();

    private final Map<Transfer, Long> roundTrips = new HashMap<>();
    private final Set<Integer> lost = new TreeSet<>();
    private final LinkBudget budget = new LinkBudget(this::usual);
    /** The single transfer of which each probe was a trial, by number of the probe. */
    private final Map<Integer, TestSeries> trialOf = new HashMap<>();

    private int probes;

    /** Derived figures, and the number of probes at which they were derived. */
    private int disturbedAt = -1;
    private double disturbed;
    private int highestAt = -1;
    private HighestRates highest = new HighestRates(List.of());
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
     * A single transfer; empty if a host is lost, the path is closed or a limit is reached.
     *
     * @throws Needed while it is still to be measured
     */
    Optional<TestSeries> single(Phase phase, Transfer what) {
        singles(phase, List.of(what));
        return known(List.of(what));
    }

    /**
     * Measures single transfers in turns, so that a disturbance hits one trial of each rather than all trials of one.
     *
     * @throws Needed while one is still to be measured
     */
    void singles(Phase phase, List<Transfer> all) {
        int least = terms.trials() > 1 && disturbed() > NOISY ? terms.trials() + 2 : terms.trials();
        TestSeries next = null;
        for (Transfer transfer : all) {
            TestSeries test = tests.get(List.of(transfer));
            TestSeries some = test == null ? new TestSeries(phase, List.of(transfer)) : test;
            boolean wanted = !some.exhausted(terms) && !some.clear(least, ROUGH) && permitted(some, 1);
            if (wanted && (next == null || some.attempts() < next.attempts())) {
                next = some;
            }
        }
        if (next != null) {
            throw new Needed(next);
        }
    }

    /** Measures rates of the view until they are precise, in turns; each list has the tests of one rate. */
    void refine(List<List<TestSeries>> rates) {
        TestSeries next = null;
        for (List<TestSeries> of : terms.trials() == 1 ? List.<List<TestSeries>>of() : rates) {
            RateEstimate pooled = pooled(of);
            if (pooled.error() > PRECISE) {
                for (TestSeries test : of) {
                    boolean wanted = !test.exhausted(terms)
                            && budget.seconds(test::touches) + seconds(test) < REFINED * terms.linkSeconds()
                            && terms.totalBytes() - bytes >= DiscoveryTerms.LEAST_TRANSFER_BYTES;
                    if (wanted && (next == null || test.attempts() < next.attempts())) {
                        next = test;
                    }
                }
            }
        }
        if (next != null) {
            throw new Needed(next);
        }
    }

    /** The estimate from all trials of tests that measured the same. */
    static RateEstimate pooled(List<TestSeries> tests) {
        return RateEstimate.of(tests.stream()
                .flatMap(test -> test.trials().stream())
                .mapToDouble(TestSeries.Trial::sum)
                .toArray());
    }

    private Optional<TestSeries> known(List<Transfer> what) {
        return Optional.ofNullable(tests.get(what))
                .filter(test -> test.known() && lost.stream().noneMatch(test::touches));
    }

    private boolean permitted(TestSeries test, int count) {
        boolean fresh = !tests.containsKey(test.transfers());
        boolean may = (!fresh || tests.size() < mostTests)
                && terms.totalBytes() - bytes >= count * DiscoveryTerms.LEAST_TRANSFER_BYTES
                && budget.seconds(test::touches) + seconds(test) < part(test.phase()) * terms.linkSeconds();
        bounded |= !may;
        return may;
    }

    private static double part(Phase phase) {
        return phase == Phase.AMONG ? USED : FIRST;
    }

    /** Upper bound of the time that a trial keeps a link busy [s]. */
    private double seconds(TestSeries test) {
        return probe(test, test.count() + 1).sendNanos() * 1e-9;
    }

    /**
     * Simultaneous transfers, framed by single ones, until a question is decided; empty if a host is lost, a path is
     * closed or a limit is reached before the first frame.
     *
     * @param expected rate of each transfer if none disturbs another [bytes/s]
     * @param singles measured single transfers whose rates tell the load of a frame
     * @throws Needed while a trial is still to be made
     */
    Optional<Frames> frames(
            Phase phase, List<Transfer> what, double[] expected, List<Transfer> singles, Predicate<Frames> decided) {
        TestSeries known = tests.get(what);
        TestSeries test = known == null ? new TestSeries(phase, what) : known;
        List<TestSeries> around = singles.stream()
                .map(List::of)
                .flatMap(one -> known(one).stream())
                .toList();
        Frames frames = Frames.of(test, expected, (first, last) -> load(around, first, last), disturbed());
        boolean whole = test.count() % Frames.TRIALS == 0;
        boolean more = !whole || !decided.test(frames) && frames.rates().size() < mostFrames();
        if (more && !test.givenUp() && test.attempts() < 3 * Frames.TRIALS * Frames.MOST) {
            if (permitted(test, what.size())) {
                throw new Needed(whole && !justMeasured(around) ? around.get(test.count() / 2 % around.size()) : test);
            }
            test.giveUp();
        }
        return frames.rates().isEmpty() || lost.stream().anyMatch(test::touches)
                ? Optional.empty()
                : Optional.of(frames);
    }

    private int mostFrames() {
        return terms.trials() == 1 ? 2 : Frames.MOST;
    }

    /** True if the latest probe was one of these tests, or if there are none. */
    private boolean justMeasured(List<TestSeries> around) {
        TestSeries latest = trialOf.get(probes);
        return latest != null && around.contains(latest)
                || around.stream().allMatch(test -> test.givenUp() || test.attempts() >= 10 * terms.mostTrials());
    }

    /** The fraction of their usual rates that single transfers reached around these probes; 1 without load. */
    private double load(List<TestSeries> around, int first, int last) {
        double before = 0;
        for (int at = first - 1; at >= Math.max(0, first - FRAME) && before == 0; at--) {
            before = part(around, at);
        }
        double after = 0;
        for (int at = last + 1; at <= Math.min(probes, last + FRAME) && after == 0; at++) {
            after = part(around, at);
        }
        double part = before == 0 || after == 0 ? Math.max(before, after) : Frames.common(before, after);
        return part == 0 || part > Frames.KEPT ? 1 : Math.max(LEAST_PART, part);
    }

    /** The fraction of its usual rate that a probe reached; 0 unless it was a trial of one of these tests. */
    private double part(List<TestSeries> around, int at) {
        TestSeries test = trialOf.get(at);
        if (test == null || !around.contains(test)) {
            return 0;
        }
        for (int i = test.count() - 1; i >= 0; i--) {
            TestSeries.Trial trial = test.trials().get(i);
            if (trial.at() == at) {
                return trial.sum() / Math.max(1, test.sum().value());
            }
        }
        return 0;
    }

    /** The probability that a frame misleads: both probes of one of its sides were disturbed. */
    private double disturbed() {
        if (disturbedAt != probes) {
            disturbedAt = probes;
            disturbed = countDisturbed();
        }
        return disturbed;
    }

    private double countDisturbed() {
        double all = 0;
        double slow = 0;
        for (TestSeries test : tests.values()) {
            if (test.transfers().size() == 1) {
                all += test.count();
                slow += test.disturbed();
            }
        }
        double part = (slow + 1) / (all + 8);
        return Math.min(0.1, 0.018 + part * part + part / 8);
    }

    /** The next trial of a test. */
    Probe probe(TestSeries test) {
        tests.putIfAbsent(test.transfers(), test);
        boolean guessed = test.transfers().size() == 1
                && !guesses.containsKey(test.transfers().get(0));
        return probe(test, guessed && test.phase() == Phase.ALONE ? 0 : test.count() + 1);
    }

    private Probe probe(TestSeries test, int trial) {
        int count = test.transfers().size();
        long each = Math.max(1, Math.min(terms.transferBytes(), (terms.totalBytes() - bytes) / count));
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

    /** Records the readings of a probe, one for each of its transfers. */
    void measured(Probe probe, List<Reading> readings) {
        TestSeries test = tests.get(probe.transfers());
        if (test == null || readings.size() != probe.transfers().size()) {
            throw new IllegalArgumentException(
                    "readings: " + readings.size() + " (expected: one for each transfer of the probe asked for)");
        }
        probes++;
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
        record(probe, test, readings, rates, worst);
        spend(probe, readings, rates);
    }

    private void record(Probe probe, TestSeries test, List<Reading> readings, double[] rates, Reading.Outcome worst) {
        switch (worst) {
            case MEASURED -> {
                learn(probe, rates);
                if (probe.trial() > 0) {
                    test.add(probes, rates);
                    if (rates.length == 1) {
                        trialOf.put(probes, test);
                    }
                }
            }
            case SHORT -> {
                faster(probe, readings);
                if (probe.trial() > 0) {
                    test.wasShort();
                    if (!test.known() && test.exhausted(terms)) {
                        test.add(probes, rates); // a lower bound of the rate
                    }
                }
            }
            case UNREACHABLE -> test.failed(true);
            case BROKEN -> test.failed(false);
        }
    }

    private void spend(Probe probe, List<Reading> readings, double[] rates) {
        double from = 0;
        double to = 0;
        for (int i = 0; i < rates.length; i++) {
            Transfer transfer = probe.transfers().get(i);
            budget.sent(transfer, readings.get(i).bytes());
            from += transfer.from() == Transfer.VANTAGE ? rates[i] : 0;
            to += transfer.to() == Transfer.VANTAGE ? rates[i] : 0;
        }
        budget.vantage(from, to);
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

    /** The minimum round trip of all paths [ns]; 0 if none was measured. */
    long leastRoundTripNanos() {
        return roundTrips.values().stream().mapToLong(nanos -> nanos).min().orElse(0);
    }

    /** The minimum round trip between two machines [ns]; 0 if none was measured. */
    long roundTripNanos(int one, int other) {
        return roundTrips.getOrDefault(way(new Transfer(one, other)), 0L);
    }

    /** The slowest single transfer from or to the vantage. */
    Optional<Transfer> slowest() {
        return tests.values().stream()
                .filter(test -> test.phase() == Phase.ALONE && test.known())
                .min(Comparator.comparingDouble(test -> test.sum().value()))
                .map(test -> test.transfers().get(0));
    }

    /** The highest rates at machines, by all tests. */
    HighestRates highest() {
        if (highestAt != probes) {
            highestAt = probes;
            highest = new HighestRates(tests.values());
        }
        return highest;
    }

    /** The single rate, unless several transfers together are clearly faster. */
    static double surer(double single, double together) {
        return Frames.KEPT * together > single ? together : single;
    }

    /** Twice the interval's half of a single host's rates, relative to them. */
    double spread(int host) {
        return tests.values().stream()
                .filter(test -> test.phase() == Phase.ALONE && test.known() && test.touches(host))
                .mapToDouble(test -> 2 * test.sum().error())
                .max()
                .orElse(0);
    }

    double linkSeconds() {
        return terms.linkSeconds();
    }

    LinkBudget budget() {
        return budget;
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
