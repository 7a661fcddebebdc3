package dev.sluice.model.ledger;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResourceUse;
import java.util.List;
import java.util.Map;

/**
 * The resources of a run and its units, as the scheduler sees them.
 *
 * @param uses of those for which units waited
 * @param unitSeconds mean time of the units with each needs; empty if all units need one slot [s]
 */
public record ResourcesSeen(List<ResourceUse> uses, Map<Amounts, Double> unitSeconds) {
    /** Units need one slot each. */
    public static final ResourcesSeen NONE = new ResourcesSeen(List.of(), Map.of());

    public ResourcesSeen {
        uses = List.copyOf(uses);
        unitSeconds = Map.copyOf(unitSeconds);
    }
}
