package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.truth.UnitProfile.Travel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws cases: networks of 2 to 4 sites with 4 to 12 hosts, rates of 2 to 200 Mbit/s, half and full duplex, symmetric
 * or not, latencies to 40 ms, unequal slots and speeds, loaded hosts, and applications from link- to compute-bound. A
 * case depends on the seed and its number alone.
 */
final class TruthDraw {
    static final int LEAST_SITES = 2;
    static final int MOST_SITES = 4;
    static final int LEAST_HOSTS = 4;
    static final int MOST_HOSTS = 12;
    static final double LEAST_MBIT = 2;
    static final double MOST_MBIT = 200;
    static final long MOST_LATENCY_MICROS = 40_000;

    /** Time in which the packaged worker has to reach all hosts of a site [s]. */
    private static final double JAR_SECONDS = 90;

    private static final double JAR_MBIT = 16 * 8;
    private static final int MOST_SLOTS = 4;
    private static final int LEAST_RESULT = 16;
    private static final int MOST_RESULT = 400_000;
    private static final long MOST_UNITS = 18_000;

    /** Processors of this machine that all units together may use, as all hosts share them. */
    private static final double MOST_PROCESSORS = 0.5;

    private final SplittableRandom random;

    private TruthDraw(SplittableRandom random) {
        this.random = random;
    }

    /** {@code count} cases on networks. */
    static List<TruthCase> of(long seed, int count) {
        List<TruthCase> cases = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            cases.add(network(seed, number));
        }
        return cases;
    }

    /** One case on a network. */
    static TruthCase network(long seed, int number) {
        TruthDraw draw = new TruthDraw(new SplittableRandom(seed * 1_000_003 + number));
        int hosts = draw.random.nextInt(LEAST_HOSTS, MOST_HOSTS + 1);
        int sites = draw.random.nextInt(LEAST_SITES, Math.min(MOST_SITES, hosts - 1) + 1);
        int[] homes = draw.homes(hosts, sites);
        List<DrawnSite> drawnSites = draw.sites(homes, sites);
        List<DrawnHost> drawnHosts = draw.hosts(homes, drawnSites);
        Travel travel = Travel.values()[Math.floorMod(number + Long.hashCode(seed), Travel.values().length)];
        UnitProfile profile = draw.profile(drawnSites, drawnHosts, travel);
        return new TruthCase(seed, number, TruthKind.HOSTS, drawnSites, drawnHosts, profile);
    }

    /** One case on this machine: units that mostly sleep, on one to four slots. */
    static TruthCase here(long seed, int number, TruthKind kind) {
        TruthDraw draw = new TruthDraw(new SplittableRandom(seed * 1_000_003 - 31 * number - kind.ordinal()));
        int slots = draw.random.nextInt(1, MOST_SLOTS + 1);
        double cpuShare = draw.random.nextBoolean() ? 0 : draw.random.nextDouble(0.05, 1.0 / slots);
        long micros = Math.round(draw.between(2_000, 100_000));
        int cycles = draw.random.nextInt(1, 4);
        double seconds = draw.random.nextDouble(8, 16);
        long units = Math.max(20, Math.round(seconds / cycles * slots / (micros * 1e-6)));
        Travel travel = Travel.values()[Math.floorMod(number, Travel.values().length)];
        UnitProfile profile = new UnitProfile(
                micros, cpuShare, 24, (int) Math.round(draw.between(16, 20_000)), 64, travel, cycles, units);
        DrawnHost host = new DrawnHost("here", 0, "127.0.0.1", 0, 0, slots, 1, 0, 0);
        return new TruthCase(seed, number, kind, List.of(), List.of(host), profile);
    }

    /** The site of each host. Every site has one at least, and the first has the user's. */
    private int[] homes(int hosts, int sites) {
        int[] homes = new int[hosts];
        for (int host = 0; host < hosts; host++) {
            homes[host] = host < sites ? host : random.nextInt(sites);
        }
        return homes;
    }

    private List<DrawnSite> sites(int[] homes, int count) {
        List<DrawnSite> sites = new ArrayList<>();
        boolean half = random.nextInt(6) == 0;
        double medium = half ? between(20, MOST_MBIT) : 0;
        sites.add(new DrawnSite("s1", -1, half, medium, medium, 0));
        for (int site = 1; site < count; site++) {
            int parent = site > 1 && random.nextInt(5) == 0 ? site - 1 : 0;
            boolean shared = random.nextInt(4) == 0;
            double up = between(LEAST_MBIT, MOST_MBIT);
            double down = shared || random.nextInt(3) > 0 ? up : between(LEAST_MBIT, MOST_MBIT);
            // All hosts of the site and below must get the worker in a bearable time.
            int there = behind(homes, site, count);
            down = Math.max(down, Math.min(MOST_MBIT, there * JAR_MBIT / JAR_SECONDS));
            up = shared ? down : up;
            long latency = random.nextInt(4) == 0 ? 0 : Math.round(between(200, MOST_LATENCY_MICROS));
            sites.add(new DrawnSite("s" + (site + 1), parent, shared, tenths(up), tenths(down), latency));
        }
        return sites;
    }

    /** Hosts at a site; all others count for the second, which may have another below it. */
    private static int behind(int[] homes, int site, int sites) {
        int hosts = 0;
        for (int home : homes) {
            hosts += home >= site && home < Math.min(site + 2, sites) ? 1 : 0;
        }
        return hosts;
    }

    private List<DrawnHost> hosts(int[] homes, List<DrawnSite> sites) {
        List<DrawnHost> hosts = new ArrayList<>();
        int[] numbers = new int[sites.size()];
        int loaded = 0;
        for (int host = 0; host < homes.length; host++) {
            int home = homes[host];
            DrawnSite site = sites.get(home);
            int number = ++numbers[home];
            double up = site.half() ? 0 : port();
            double down = up > 0 && random.nextInt(5) == 0 ? port() : up;
            down = up > 0 && down > 0 ? down : up;
            boolean busy = host > 0 && loaded < 2 && random.nextInt(5) == 0;
            loaded += busy ? 1 : 0;
            hosts.add(new DrawnHost(
                    (char) ('a' + home) + "" + number,
                    home,
                    "10." + 97 + "." + (home + 1) + "." + number,
                    tenths(up),
                    tenths(down),
                    random.nextInt(1, MOST_SLOTS + 1),
                    host == 0 || random.nextInt(3) > 0 ? 1 : Math.round(100 * between(0.4, 2)) / 100.0,
                    busy ? Math.round(100 * random.nextDouble(0.5, 0.9)) / 100.0 : 0,
                    busy ? Math.round(100 * random.nextDouble(0.1, 0.4)) / 100.0 : 0));
        }
        return hosts;
    }

    /** Bandwidth of a port; a narrow one is rare [Mbit/s]. */
    private double port() {
        return switch (random.nextInt(5)) {
            case 0 -> between(8, MOST_MBIT);
            case 1 -> MOST_MBIT;
            default -> 100;
        };
    }

    private UnitProfile profile(List<DrawnSite> sites, List<DrawnHost> hosts, Travel travel) {
        long micros = Math.round(between(20_000, 300_000));
        int slots = hosts.stream().mapToInt(DrawnHost::slots).sum();
        double cpuShare = random.nextInt(3) > 0 ? 0 : random.nextDouble(0.2, 1) * MOST_PROCESSORS / slots;
        double most = Math.min(
                MOST_MBIT, sites.stream().mapToDouble(DrawnSite::upMbit).max().orElse(MOST_MBIT));
        // Above 1, links bind; far below it, slots do.
        double use = between(0.02, 3);
        double fitting = use * most * 1e6 / 8 / (slots / (micros * 1e-6));
        int resultBytes = (int) Math.max(LEAST_RESULT, Math.min(MOST_RESULT, Math.round(fitting)));
        int inputBytes = random.nextInt(3) == 0 ? Math.max(24, (int) (resultBytes * random.nextDouble())) : 24;
        int setupBytes = random.nextInt(3) == 0 ? (int) between(1_000, 300_000) : 64;
        int cycles = random.nextInt(2) == 0 ? 1 : random.nextInt(2, 5);
        UnitProfile one = new UnitProfile(micros, cpuShare, inputBytes, resultBytes, setupBytes, travel, cycles, 1);
        double seconds = random.nextDouble(12, 22);
        double rate = TruthCase.bestRate(sites, hosts, one);
        long units = Math.max(20, Math.min(MOST_UNITS, Math.round(seconds * rate)) / cycles);
        return new UnitProfile(micros, cpuShare, inputBytes, resultBytes, setupBytes, travel, cycles, units);
    }

    /** A value whose logarithm is uniform. */
    private double between(double least, double most) {
        return Math.exp(random.nextDouble(Math.log(least), Math.log(most)));
    }

    private static double tenths(double value) {
        return Math.round(10 * value) / 10.0;
    }
}
