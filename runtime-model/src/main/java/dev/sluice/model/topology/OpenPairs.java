package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Pairs of hosts of which it stays open whether they share a link. Confined to one exploration. */
final class OpenPairs {
    private final IntFunction<String> names;
    private final Map<List<Integer>, String> pairs = new LinkedHashMap<>();

    OpenPairs(IntFunction<String> names) {
        this.names = names;
    }

    void add(int one, int other, String why) {
        pairs.putIfAbsent(one < other ? List.of(one, other) : List.of(other, one), why);
    }

    List<Topology.Untested> untested() {
        List<Topology.Untested> all = new ArrayList<>();
        pairs.forEach(
                (pair, why) -> all.add(new Topology.Untested(names.apply(pair.get(0)), names.apply(pair.get(1)), why)));
        return all;
    }
}
