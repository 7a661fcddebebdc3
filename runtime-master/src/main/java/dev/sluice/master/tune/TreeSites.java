package dev.sluice.master.tune;

import dev.sluice.master.tune.Floor.Seat;
import dev.sluice.master.tune.Floor.Way;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.tune.TreeSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sites of a run: workers that share their way to the master. Many hosts behind the master's own switch share its
 * port: they are divided into groups, each of which is then a site. Confined to the master loop.
 */
final class TreeSites {
    /** A site is far from this latency on [s]. */
    private static final double FAR_SECONDS = 0.5e-3;

    /** Fewer hosts are not divided: as many setups would follow one another, at the master or at sub-masters. */
    private static final int LEAST_DIVIDED = 8;

    /** The sites that are divided. */
    private final Map<String, Groups> divided = new HashMap<>();

    /** The groups of a site, of about equal size: with √n of them, the fewest setups follow one another. */
    private static final class Groups {
        private final int[] sizes;

        /** The group of each host, which never changes. */
        private final Map<String, Integer> ofHost = new HashMap<>();

        Groups(int hosts) {
            sizes = new int[(int) Math.round(Math.sqrt(hosts))];
        }

        int of(String host) {
            return ofHost.computeIfAbsent(host, any -> {
                int least = 0;
                for (int i = 1; i < sizes.length; i++) {
                    least = sizes[i] < sizes[least] ? i : least;
                }
                sizes[least]++;
                return least;
            });
        }
    }

    private final Map<String, Integer> numbers = new HashMap<>();
    private final Set<String> barred = new HashSet<>();

    /** The way to each site, as last measured: workers that move take their measurements with them. */
    private final Map<String, Wire> known = new HashMap<>();

    private final SubMasterStart starter;
    private int next;

    /** @param starter starts sub-masters where none is */
    TreeSites(SubMasterStart starter) {
        this.starter = starter;
    }

    /** The number of a site. */
    int number(String site) {
        return numbers.computeIfAbsent(site, any -> next++);
    }

    /** The name of a site; null for one that was forgotten. */
    @Nullable
    String name(int number) {
        return numbers.entrySet().stream()
                .filter(each -> each.getValue() == number)
                .map(Map.Entry::getKey)
                .findAny()
                .orElse(null);
    }

    /** If the site has workers again, it counts as a new one. */
    void forget(String site) {
        numbers.remove(site);
    }

    /** The site gets no sub-master any more. */
    void bar(String site) {
        barred.add(site);
    }

    boolean isBarred(String site) {
        return barred.contains(site);
    }

    /** The sites with a sub-master that has workers. */
    Set<Integer> split(List<Seat> seats) {
        Set<Integer> split = new HashSet<>();
        seats.stream()
                .filter(seat -> seat.worker().subMaster() && !seat.below().isEmpty())
                .forEach(seat -> split.add(number(seat.site())));
        return split;
    }

    /** The sub-master that serves this site; null if there is none. With several of them, the first one. */
    static @Nullable Seat subMaster(String site, List<Seat> seats) {
        return seats.stream()
                .filter(seat -> seat.serves() && seat.site().equals(site))
                .findFirst()
                .orElse(null);
    }

    /** The workers of a site that can move. */
    static List<Seat> movable(String site, List<Seat> seats) {
        return seats.stream()
                .filter(seat -> seat.movable() && seat.site().equals(site))
                .toList();
    }

    /** The host of a new sub-master: where one can be started, that of the worker with the shortest way. */
    static @Nullable String host(String site, List<Seat> seats, SubMasterStart starter) {
        return movable(site, seats).stream()
                .filter(seat -> starter.canStart(seat.worker().host()))
                .min(Comparator.comparingDouble((Seat seat) -> seat.way().latencySeconds())
                        .thenComparing(seat -> seat.worker().id(), Comparator.comparing(WorkerId::number)))
                .map(seat -> seat.worker().host())
                .orElse(null);
    }

    /** The seats, those of divided sites at the site of their group. */
    List<Seat> named(List<Seat> seats) {
        return divided.isEmpty()
                ? seats
                : seats.stream().map(seat -> seat.at(name(seat))).toList();
    }

    private String name(Seat seat) {
        Groups groups = divided.get(seat.site());
        return groups == null || !seat.movable() && !seat.worker().subMaster()
                ? seat.site()
                : seat.site() + " group " + (1 + groups.of(seat.worker().host()));
    }

    /**
     * The sites as a model sees them. Workers that cannot move are a site each, which is never far.
     *
     * @param seats as the floor has them
     */
    List<TreeSite> sites(List<Seat> seats) {
        Map<String, List<Seat>> groups = new LinkedHashMap<>();
        List<TreeSite> sites = new ArrayList<>();
        for (Seat seat : seats) {
            if (seat.movable() || seat.worker().subMaster()) {
                groups.computeIfAbsent(seat.site(), any -> new ArrayList<>()).add(seat);
            } else if (!seat.below().isEmpty()) {
                int number = -1 - seat.worker().id().number();
                sites.add(new TreeSite(
                        number, seat.worker().name(), false, "", false, wire(List.of(seat)), seat.below()));
            }
        }
        groups.forEach((site, all) -> {
            Wire wire = known.merge(site, wire(all), TreeSites::newer);
            divide(site, wire, all);
            Map<String, List<Seat>> parts = new LinkedHashMap<>();
            named(all)
                    .forEach(seat -> parts.computeIfAbsent(seat.site(), any -> new ArrayList<>())
                            .add(seat));
            parts.forEach((name, part) -> sites.add(site(name, divided.containsKey(site) ? site : "", wire, part)));
        });
        sites.removeIf(site -> site.hosts().isEmpty());
        return sites;
    }

    /** Divides a site of many hosts once it is known to be near, and how fast setups leave for it. */
    private void divide(String site, Wire wire, List<Seat> all) {
        long hosts = all.stream().map(seat -> seat.worker().host()).distinct().count();
        boolean near = wire.latencyNanos() > 0 && wire.latencyNanos() < FAR_SECONDS * 1e9;
        boolean flat = all.stream().allMatch(Seat::movable);
        if (near && flat && hosts >= LEAST_DIVIDED && wire.downBytesPerSecond() < Double.POSITIVE_INFINITY) {
            divided.computeIfAbsent(site, any -> new Groups((int) hosts));
        }
    }

    private TreeSite site(String name, String of, Wire wire, List<Seat> all) {
        boolean possible = !barred.contains(name) && (subMaster(name, all) != null || host(name, all, starter) != null);
        return new TreeSite(
                number(name),
                name,
                wire.latencyNanos() >= FAR_SECONDS * 1e9,
                of,
                possible,
                wire,
                all.stream().flatMap(seat -> seat.below().stream()).toList());
    }

    /** The way that these workers share: no narrower than what the best of them has seen. */
    private static Wire wire(List<Seat> all) {
        List<Way> ways = all.stream().map(Seat::way).toList();
        double latency = ways.stream()
                .mapToDouble(Way::latencySeconds)
                .filter(each -> each >= 0)
                .min()
                .orElse(0);
        double out = Math.max(
                setupRate(ways),
                ways.stream().mapToDouble(Way::outBytesPerSecond).max().orElse(0));
        double in = ways.stream().mapToDouble(Way::inBytesPerSecond).max().orElse(0);
        return new Wire(rate(out), rate(in), false, Math.round(latency * 1e9), 0);
    }

    /** The newer rates, where they are known, and the shorter latency that is known. */
    private static Wire newer(Wire before, Wire now) {
        boolean measured =
                now.latencyNanos() > 0 && (before.latencyNanos() == 0 || now.latencyNanos() < before.latencyNanos());
        return new Wire(
                now.downBytesPerSecond() < Double.POSITIVE_INFINITY
                        ? now.downBytesPerSecond()
                        : before.downBytesPerSecond(),
                now.upBytesPerSecond() < Double.POSITIVE_INFINITY ? now.upBytesPerSecond() : before.upBytesPerSecond(),
                false,
                measured ? now.latencyNanos() : before.latencyNanos(),
                0);
    }

    private static double rate(double bytesPerSecond) {
        return bytesPerSecond > 0 ? bytesPerSecond : Double.POSITIVE_INFINITY;
    }

    /** The rate of the latest setups together, over the time in which any of them was leaving; 0 without any. */
    private static double setupRate(List<Way> ways) {
        List<SetupTransit> all = ways.stream()
                .map(Way::setup)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(SetupTransit::fromNanos))
                .toList();
        long busy = 0;
        long until = Long.MIN_VALUE;
        double bytes = 0;
        for (SetupTransit each : all) {
            bytes += each.bytes();
            busy += Math.max(0, each.toNanos() - Math.max(each.fromNanos(), until));
            until = Math.max(until, each.toNanos());
        }
        return busy > 0 ? bytes * 1e9 / busy : 0;
    }
}
