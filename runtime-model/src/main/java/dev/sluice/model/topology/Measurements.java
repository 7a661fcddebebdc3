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
    /** Relative errors of rates that choose further tests, that others are compared with, and of rates in the view. */
    private static final double ROUGH = 0.15;

    private static final double FAIR = 0.09;
    private static final double PRECISE = 0.05;

    /** Part of the budget after which rates are not measured more precisely. */
    private static final double REFINED = 0.85;

    /** Part of the budget for all tests. The account of busy times is an upper bound. */
    private static final double USED = 1;

    /** Part of the budget for the first two phases, and for trials of the first that only add precision. */
    private static final double FIRST = 0.9;

    private static final double ALONE = 0.3;

    /** Fraction of disturbed trials above which more trials have to agree. */
    private static final double NOISY = 0.05;

    /** Additional trials that have to agree then. */
    private static final int MORE_AGREEING = 2;

    /** Maximum number of trials of a simultaneous test that nobody wants to be precise. */
    private static final int ROUGH_TRIALS = 4;

    /** Least ratio of a transfer's rate beside others to its rate alone, for the latter to be wrong. */
    private static final double REFUTED = 1.05;

    /** Part of the link time that one test may take, and trials that it may take in any case. */
    private static final double PART_OF_TEST = 0.06;

    private static final int LEAST_OF_MOST = 8;

    /** Maximum number of trials of a single transfer that separates the trials of another test. */
    private static final int MOST_BETWEEN = 60;

    /** Part of the time that was told for trials of single transfers that only add precision. */
    private static final double ALONE_TIME = 0.5;

    private final DiscoveryTerms terms;
    private final int mostTests;
    private final TimeBudget time;
    private final Map<List<Transfer>, TestSeries> tests = new LinkedHashMap<>();

    private final Set<Integer> lost = new TreeSet<>();
    private final PathRates paths;
    private final LinkBudget budget;
    private int probes;

    /** Estimates of single transfers by all tests. Valid until the next trial. */
    private final Map<TestSeries, RateEstimate> estimates = new HashMap<>();

    /** Number of probes at which the highest rates were derived. */
    private int highestAt = -1;

    private HighestRates highest = new HighestRates(Map.of());
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

    Measurements(DiscoveryTerms terms, DiscoveryPlan plan) {
        this.terms = terms;
        this.mostTests = plan.mostTests();
        this.time = new TimeBudget(plan);
        this.paths = new PathRates(terms, tests);
        this.budget = new LinkBudget(plan.hosts());
    }

    /** Sets the time since the beginning [s]. */
    void at(double seconds) {
        time.at(seconds, probes);
    }

    TimeBudget time() {
        return time;
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
        int least = leastTrials();
        int more = isQuiet() ? 0 : MORE_AGREEING;
        TestSeries next = null;
        for (Transfer transfer : all) {
            TestSeries test = tests.get(List.of(transfer));
            TestSeries some = test == null ? new TestSeries(phase, List.of(transfer)) : test;
            boolean wanted = !some.exhausted(terms)
                    && (some.count() < least || terms.trials() > 1 && !isClear(some, ROUGH, least + more))
                    && permitted(some, 1);
            if (wanted && (next == null || some.attempts() < next.attempts())) {
                next = some;
            }
        }
        boolean rough = next == null || next.count() >= least;
        if (phase == Phase.ALONE && rough) {
            slowest().ifPresent(way -> time.correct(tests.size(), disturbed(), isQuiet(), usual(way)));
        }
        if (next != null) {
            throw new Needed(next);
        }
    }

    private int leastTrials() {
        return terms.trials() == 1 ? 1 : Math.max(terms.trials(), RateEstimate.LEAST_AGREEING);
    }

    /** The rate of a single transfer, by its own trials and by tests in which it was faster beside others. */
    RateEstimate estimate(TestSeries single) {
        return estimates.computeIfAbsent(single, this::estimated);
    }

    private RateEstimate estimated(TestSeries single) {
        RateEstimate own = single.sum();
        Transfer transfer = single.transfers().get(0);
        return tests.values().stream()
                .filter(test -> test.transfers().size() > 1 && test.count() >= RateEstimate.LEAST_AGREEING)
                .filter(test -> test.transfers().contains(transfer))
                .map(test -> test.rate(test.transfers().indexOf(transfer)))
                .filter(reached -> reached.agreeing() >= RateEstimate.LEAST_AGREEING)
                .filter(reached -> reached.low() > REFUTED * own.high())
                .max(Comparator.comparingDouble(RateEstimate::value))
                .map(own::refutedBy)
                .orElse(own);
    }

    /** True if enough trials agree: one more for each that is faster, and one if any is slower. */
    private boolean isClear(TestSeries single, double error, int least) {
        RateEstimate rate = estimate(single);
        int enough = least + rate.faster() + Math.min(1, rate.slower());
        return rate.agrees() && rate.agreeing() >= enough && rate.error() <= error;
    }

    /** Measures rates of the view until they are precise, in turns; each list has the tests of one rate. */
    void refine(List<List<TestSeries>> rates) {
        TestSeries next = null;
        for (List<TestSeries> of : terms.trials() == 1 ? List.<List<TestSeries>>of() : rates) {
            RateEstimate pooled = pooled(of);
            if (pooled.error() > PRECISE || !pooled.believed()) {
                for (TestSeries test : of) {
                    boolean wanted = !test.exhausted(terms)
                            && fits(test, REFINED)
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

    /** True if a test has so many trials that hardly all of them are disturbed. */
    boolean isEnough(TestSeries test) {
        return test.count() >= terms.trials();
    }

    private Optional<TestSeries> known(List<Transfer> what) {
        return Optional.ofNullable(tests.get(what))
                .filter(test -> test.known() && lost.stream().noneMatch(test::touches));
    }

    private boolean permitted(TestSeries test, int count) {
        boolean fresh = !tests.containsKey(test.transfers());
        boolean may = (!fresh || tests.size() < mostTests)
                && terms.totalBytes() - bytes >= count * DiscoveryTerms.LEAST_TRANSFER_BYTES
                && budget.seconds(test::touches) + seconds(test) < part(test) * terms.linkSeconds()
                && isInTime(test);
        bounded |= !may && test.count() < Together.LEAST;
        return may;
    }

    /** True if there is time for a trial. A test that was never made is made later than was told. */
    private boolean isInTime(TestSeries test) {
        if (time.over()) {
            return false;
        }
        if (test.count() >= leastTrials()) {
            return !time.late(test.phase() == Phase.ALONE ? ALONE_TIME : 1);
        }
        time.extend(tests.size(), test.phase());
        return true;
    }

    /** True if this part of the link time, and of the time that was told, suffices for another trial. */
    private boolean fits(TestSeries test, double part) {
        return budget.seconds(test::touches) + seconds(test) < part * terms.linkSeconds() && !time.late(part);
    }

    private double part(TestSeries test) {
        return switch (test.phase()) {
            case AMONG -> USED;
            case TOGETHER -> FIRST;
            case ALONE -> test.count() <= terms.trials() ? FIRST : ALONE;
        };
    }

    /** Upper bound of the time that a trial keeps a link busy [s]. */
    private double seconds(TestSeries test) {
        return paths.probe(test, test.count() + 1, terms.totalBytes() - bytes).sendNanos() * 1e-9;
    }

    /**
     * Simultaneous transfers, repeated until a question is decided; empty if a host is lost, a path is closed or a
     * limit is reached before the first trial. Single transfers are measured between the trials, so that a slow phase
     * hits few trials of the test, and the single rates become more precise.
     *
     * @param alone estimate of each transfer if none disturbs another
     * @param singles the single transfers to measure in between
     * @throws Needed while a trial is still to be made
     */
    Optional<Together> together(
            Phase phase,
            List<Transfer> what,
            List<RateEstimate> alone,
            List<Transfer> singles,
            Predicate<Together> decided) {
        TestSeries known = tests.get(what);
        TestSeries test = known == null ? new TestSeries(phase, what) : known;
        Together together = new Together(test, alone, isQuiet());
        int most = mostTrials(test);
        boolean more = test.count() < Together.LEAST || !decided.test(together) && test.count() < most;
        if (more && !test.givenUp() && test.attempts() < 2 * most) {
            if (permitted(test, what.size())) {
                throw new Needed(between(test, singles));
            }
            test.giveUp();
        }
        return !test.known() || lost.stream().anyMatch(test::touches) ? Optional.empty() : Optional.of(together);
    }

    /** Fewer trials for tests on paths where a trial takes long, lest one question uses up the link time. */
    private int mostTrials(TestSeries test) {
        if (terms.trials() == 1) {
            return ROUGH_TRIALS;
        }
        double affordable = PART_OF_TEST * terms.linkSeconds() / Math.max(1e-3, seconds(test));
        int most = (int) Math.max(LEAST_OF_MOST, Math.min(Together.MOST, affordable));
        return Math.min(most, time.trials(tests.size()));
    }

    /**
     * The test itself, or a single transfer if the latest probe was a trial of the test: first one of these that is
     * imprecise, else one on the least busy path.
     */
    private TestSeries between(TestSeries test, List<Transfer> singles) {
        boolean just =
                !test.trials().isEmpty() && test.trials().get(test.count() - 1).at() == probes;
        if (!just || isQuiet() && test.count() < Together.LEAST) {
            return test;
        }
        Optional<TestSeries> imprecise = singles.stream()
                .flatMap(one -> known(List.of(one)).stream())
                .filter(one -> !one.exhausted(terms) && !isClear(one, FAIR, 0) && fits(one, FIRST))
                .min(Comparator.comparingInt(TestSeries::attempts));
        return imprecise.orElseGet(() -> tests.values().stream()
                .filter(one -> one.phase() == Phase.ALONE && !one.givenUp() && one.count() < MOST_BETWEEN)
                .filter(one -> one.known() && lost.stream().noneMatch(one::touches) && fits(one, FIRST))
                .min(Comparator.comparingDouble((TestSeries one) -> Math.floor(budget.seconds(one::touches)))
                        .thenComparing(TestSeries::attempts))
                .orElse(test));
    }

    /** The fraction of all single trials that something slowed down. */
    private double disturbed() {
        double all = 0;
        double slow = 0;
        for (TestSeries test : tests.values()) {
            if (test.transfers().size() == 1) {
                all += test.count();
                slow += test.disturbed();
            }
        }
        return (slow + 1) / (all + 8);
    }

    private boolean isQuiet() {
        return disturbed() < NOISY;
    }

    /** The next trial of a test. */
    Probe probe(TestSeries test) {
        tests.putIfAbsent(test.transfers(), test);
        boolean pilot = test.phase() == Phase.ALONE && !paths.isGuessed(test.transfers());
        return paths.probe(test, pilot ? 0 : test.count() + 1, terms.totalBytes() - bytes);
    }

    /** Records the readings of a probe, one for each of its transfers. */
    void measured(Probe probe, List<Reading> readings) {
        TestSeries test = tests.get(probe.transfers());
        if (test == null || readings.size() != probe.transfers().size()) {
            throw new IllegalArgumentException(
                    "readings: " + readings.size() + " (expected: one for each transfer of the probe asked for)");
        }
        probes++;
        estimates.clear();
        transfers += readings.size();
        double[] rates = new double[readings.size()];
        Reading.Outcome worst = Reading.Outcome.MEASURED;
        for (int i = 0; i < rates.length; i++) {
            Reading reading = readings.get(i);
            bytes += reading.bytes();
            rates[i] = reading.bytesPerSecond();
            worst = reading.outcome().compareTo(worst) > 0 ? reading.outcome() : worst;
            paths.roundTrip(probe.phase(), probe.transfers().get(i), reading.roundTripNanos());
        }
        record(probe, test, readings, rates, worst);
        spend(probe, readings, rates);
    }

    private void record(Probe probe, TestSeries test, List<Reading> readings, double[] rates, Reading.Outcome worst) {
        switch (worst) {
            case MEASURED -> {
                paths.learn(probe, rates);
                if (probe.trial() > 0) {
                    test.add(probes, rates);
                }
            }
            case SHORT -> {
                paths.faster(probe, readings);
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
        double[] sent = readings.stream().mapToDouble(Reading::bytes).toArray();
        budget.sent(probe.transfers(), sent, rates, probe.sendNanos() * 1e-9);
    }

    void lost(int host) {
        lost.add(host);
    }

    Set<Integer> lost() {
        return lost;
    }

    /** Estimated rates and round trips of paths, measured or not. */
    PathRates paths() {
        return paths;
    }

    /** The estimated rate of a path, measured or not [bytes/s]. */
    double usual(Transfer transfer) {
        return paths.usual(transfer);
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
            highest = new HighestRates(tests);
        }
        return highest;
    }

    /** The single rate, unless several transfers together are clearly faster. */
    static double surer(double single, double together) {
        return Together.KEPT * together > single ? together : single;
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

    /** Tells why something was not measured. */
    String limit() {
        return time.late(1) ? "the time was over" : "they were not tested together";
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
