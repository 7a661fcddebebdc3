package dev.sluice.insight.plan;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The needs of units as a plan counts them, and the hosts that meet some of them.
 *
 * @param view hosts with the memory that they have free, if units need memory
 * @param words about needs that do not count, and hosts that can compute no unit
 */
record UnitNeeds(UnitMix mix, NetworkView view, List<String> words) {
    /**
     * The needs among these hosts.
     *
     * @param ofRun resources that all units divide
     * @param isWorker tells which hosts may have a worker
     * @throws SluiceException if no host of them can ever compute a kind of units
     */
    static UnitNeeds of(
            UnitMix asked,
            Amounts ofRun,
            NetworkView allowed,
            Predicate<Host> isWorker,
            Map<String, UnitMemory.Free> free) {
        if (asked.isNone()) {
            return new UnitNeeds(asked, allowed, List.of());
        }
        NetworkView view = allowed.withHosts(withMemory(asked, allowed.hosts(), free));
        List<Host> workers = view.hosts().stream().filter(isWorker).toList();
        Amounts stated = Amounts.NONE;
        for (Host host : workers) {
            stated = stated.most(UnitMix.offered(host));
        }
        List<String> words = new ArrayList<>();
        for (UnitMix.Kind kind : asked.kinds()) {
            Amounts counted = stated.most(ofRun).limited(kind.needs());
            if (!counted.equals(kind.needs())) {
                words.add("units that need " + kind.needs() + " count with " + counted
                        + ": no host of the plan states more (see --offer and --resource)");
            }
        }
        UnitMix mix = asked.limited(stated, ofRun);
        mix.uncovered(workers).ifPresent(needs -> {
            throw new SluiceException(
                    ErrorCode.NEEDS_UNMET,
                    "the plan: some units need " + needs + ", which no host offers together (expected: a host with all"
                            + " of it, in the hosts file or by --offer)");
        });
        for (Host host : workers) {
            if (!mix.hasWorkFor(host)) {
                words.add("no worker on " + host.name() + ": it offers " + UnitMix.offered(host)
                        + ", and each unit needs more");
            }
        }
        return new UnitNeeds(mix, view, words);
    }

    /** The same needs on a host that is not in the view. */
    Host with(Host host, Map<String, UnitMemory.Free> free) {
        return withMemory(mix, List.of(host), free).get(0);
    }

    /**
     * Hosts that offer the part of their free memory that may be used, if units need memory. A host of which it is not
     * known has as much as the largest.
     */
    private static List<Host> withMemory(UnitMix mix, List<Host> hosts, Map<String, UnitMemory.Free> free) {
        if (mix.kinds().stream().noneMatch(kind -> kind.needs().names(Amounts.MEMORY))) {
            return hosts;
        }
        long most = 0;
        for (Host host : hosts) {
            most = Math.max(most, memory(host, free, 0));
        }
        long largest = most;
        return largest == 0
                ? hosts
                : hosts.stream()
                        .map(host -> host.offering(host.resources().with(Amounts.MEMORY, memory(host, free, largest))))
                        .toList();
    }

    private static long memory(Host host, Map<String, UnitMemory.Free> free, long unknown) {
        UnitMemory.Free there = free.get(host.name());
        return host.resources().names(Amounts.MEMORY)
                ? host.resources().get(Amounts.MEMORY)
                : there == null ? unknown : Math.round(UnitMemory.USABLE * there.bytes());
    }
}
