package dev.sluice.cli.pool;

import dev.sluice.model.RunId;
import dev.sluice.pool.Division;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** PLACEHOLDER until the model's division is merged. */
final class FairDivision implements Division {
    @Override
    public Map<RunId, Map<String, Integer>> divide(List<Host> hosts, List<Run> runs, long nowNanos) {
        return new LinkedHashMap<>();
    }
}
