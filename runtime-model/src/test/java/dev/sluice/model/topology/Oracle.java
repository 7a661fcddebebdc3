package dev.sluice.model.topology;

import dev.sluice.model.flow.NetworkView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The rates of a built network, and those that no transfer from the vantage shows. */
record Oracle(NetworkView built, List<List<Transfer>> transfers, double[] rates) {
    /** Largest part of two hosts' rates that a shared link may take without being visible. */
    private static final double HIDDEN = 0.14;

    static Oracle of(NetworkView built) {
        List<List<Transfer>> transfers = transfers(built.hosts().size() - 1);
        return new Oracle(
                built,
                transfers,
                transfers.stream().mapToDouble(some -> rate(built, some)).toArray());
    }

    /** Tests for which a view is more than 10 % wrong, unless it cannot know better. */
    List<List<Transfer>> wrong(NetworkView view) {
        List<List<Transfer>> wrong = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            double rate = rate(view, transfers.get(i));
            if (rate < 0.9 * rates[i] || rate > 1.1 * Math.max(rates[i], rateIfHidden(transfers.get(i)))) {
                wrong.add(transfers.get(i));
            }
        }
        return wrong;
    }

    /** The rate of two transfers if a link of which hardly anything is seen did not exist; else 0. */
    private double rateIfHidden(List<Transfer> some) {
        if (some.size() != 2) {
            return 0;
        }
        double whole =
                some.stream().mapToDouble(one -> rate(built, List.of(one))).sum();
        double most = some.stream()
                .mapToDouble(one -> rate(built, List.of(one)))
                .max()
                .orElse(0);
        return whole - most < HIDDEN * most ? whole : 0;
    }

    /** True if noise decides whether a host fills the vantage's port, so that two shapes are equally right. */
    boolean isOnTheEdge() {
        double down = rates[rates.length - 2];
        double up = rates[rates.length - 1];
        return transfers.stream().filter(some -> some.size() == 1).anyMatch(one -> {
            double part = rate(built, one) / (one.get(0).from() == Transfer.VANTAGE ? down : up);
            return part > 0.85 && part < 0.97;
        });
    }

    /** Each host alone, each pair at once in all combinations of directions, and all hosts at once. */
    private static List<List<Transfer>> transfers(int hosts) {
        List<List<Transfer>> all = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            all.add(List.of(Transfer.to(i)));
            all.add(List.of(Transfer.back(i)));
            for (int j = i + 1; j < hosts; j++) {
                all.add(List.of(Transfer.to(i), Transfer.to(j)));
                all.add(List.of(Transfer.back(i), Transfer.back(j)));
                all.add(List.of(Transfer.to(i), Transfer.back(j)));
                all.add(List.of(Transfer.to(j), Transfer.back(i)));
            }
        }
        all.add(IntStream.range(0, hosts).mapToObj(Transfer::to).toList());
        all.add(IntStream.range(0, hosts).mapToObj(Transfer::back).toList());
        return all;
    }

    private static double rate(NetworkView view, List<Transfer> transfers) {
        return Arrays.stream(new FairTransfers(view, new SplittableRandom(0), 0, 0).rates(transfers))
                .sum();
    }

    /** True if a topology says that it does not know what two transfers do to each other. */
    boolean isNamed(Topology topology, List<Transfer> some) {
        List<String> names = some.stream()
                .map(one -> built.hosts()
                        .get((one.from() == Transfer.VANTAGE ? one.to() : one.from()) + 1)
                        .name())
                .toList();
        boolean pair = topology.untested().stream()
                .anyMatch(open -> names.contains(open.one()) && names.contains(open.other()));
        boolean inGroup = topology.groups().stream()
                .filter(group -> group.kind() == Topology.Kind.BEHIND_LINK_UNSURE)
                .anyMatch(group -> group.hosts().containsAll(names));
        boolean rate = topology.capacities().stream()
                .filter(capacity -> !capacity.doubt().isEmpty())
                .anyMatch(capacity -> names.stream().anyMatch(name -> isOf(topology, name, capacity.of())));
        boolean told = topology.undecided().stream()
                .anyMatch(words -> names.stream().anyMatch(name -> words.contains(" " + name + " ")));
        return pair || inGroup || rate || told || isBetweenGroups(topology, names);
    }

    /** True if a group of each host has a host whose pair is open. */
    private static boolean isBetweenGroups(Topology topology, List<String> names) {
        return topology.untested().stream()
                .anyMatch(open -> names.stream().anyMatch(name -> isBeside(topology, name, open.one()))
                        && names.stream().anyMatch(name -> isBeside(topology, name, open.other())));
    }

    private static boolean isBeside(Topology topology, String one, String other) {
        return topology.groups().stream()
                .anyMatch(group -> group.hosts().contains(one) && group.hosts().contains(other));
    }

    /** True if a capacity is that of a host or of its group's link. */
    private static boolean isOf(Topology topology, String host, String of) {
        return host.equals(of)
                || topology.groups().stream()
                        .anyMatch(group ->
                                group.link().equals(of) && group.hosts().contains(host));
    }
}
