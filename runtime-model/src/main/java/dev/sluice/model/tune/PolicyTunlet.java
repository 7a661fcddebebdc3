package dev.sluice.model.tune;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every policy, with equal and with measured weights where the slots differ. FIXED plans a whole cycle and is suggested
 * at its begin only. The prefetch stays as it is.
 */
final class PolicyTunlet implements Tunlet {
    /** The hand-out that loses nothing by large chunks. */
    static final FixedChoice SINGLE_UNITS = new FixedChoice(PolicyName.SS, Weighting.EQUAL, SchedulerConfig.AUTO);

    /** Weights matter where the fastest slot is faster than the slowest by this factor. */
    private static final double UNEQUAL = 1.1;

    /** Units per slot below which nothing is left to hand out differently. */
    private static final int LEAST_UNITS = 4;

    private final @Nullable Weighting typed;

    /** @param typed the weights that stay for policies that take any; null if they may change */
    PolicyTunlet(@Nullable Weighting typed) {
        this.typed = typed;
    }

    @Override
    public Knob knob() {
        return Knob.POLICY;
    }

    @Override
    public List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
        List<Candidate> candidates = new ArrayList<>();
        if (snapshot.leftUnits() < (long) LEAST_UNITS * snapshot.slots()) {
            return candidates;
        }
        List<Weighting> weightings = typed != null
                ? List.of(typed)
                : snapshot.isUnequal(UNEQUAL) ? List.of(Weighting.EQUAL, Weighting.MEASURED) : List.of(Weighting.EQUAL);
        FixedChoice present = choice(now);
        for (PolicyName policy : PolicyName.values()) {
            for (Weighting weighting : weightings) {
                Setting setting = now.with(
                        new FixedChoice(policy, weighting, now.handout().prefetch()));
                Candidate candidate = new Candidate(Knob.POLICY, setting, "");
                boolean possible = policy != PolicyName.FIXED || snapshot.begins();
                if (possible && !choice(setting).equals(present) && !candidates.contains(candidate)) {
                    candidates.add(candidate);
                }
            }
        }
        return candidates;
    }

    /** The weights of a setting may be others than those that its policy uses. */
    private static FixedChoice choice(Setting setting) {
        return new FixedChoice(
                setting.handout().policy(),
                setting.handout().weighting(),
                setting.handout().prefetch());
    }
}
