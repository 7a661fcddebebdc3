package dev.sluice.model.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Pairs of hosts of which it stays open whether they share a link. Confined to one exploration. */
final class OpenPairs {
    static final String APART = "the view has them apart";
    static final String SHARING = "the view has them on one link";
    static final String SWITCHED = "the view has a switch";
    static final String MEDIUM = "the view has the medium";

    private final IntFunction<String> names;
    private final Map<List<Integer>, Topology.Untested> pairs = new LinkedHashMap<>();

    OpenPairs(IntFunction<String> names) {
        this.names = names;
    }

    /** @param assumed what the view has: "the view has them apart" */
    void add(int one, int other, String why, String assumed) {
        int first = Math.min(one, other);
        int second = Math.max(one, other);
        pairs.putIfAbsent(
                List.of(first, second), new Topology.Untested(names.apply(first), names.apply(second), why, assumed));
    }

    List<Topology.Untested> untested() {
        return List.copyOf(pairs.values());
    }
}
