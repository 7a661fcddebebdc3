package dev.sluice.cli.simulate;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;

/**
 * A value of {@code --policy}.
 *
 * @param policy with which the run begins
 * @param tuned true if the policy may change while the run goes on
 */
record PolicyChoice(PolicyName policy, boolean tuned) {
    private static final String AUTO = "AUTO";

    /** Several names separated by commas, or {@code all} for every fixed policy. */
    static List<PolicyChoice> of(String names) {
        List<PolicyChoice> choices = new ArrayList<>();
        if (names.equalsIgnoreCase("all")) {
            for (PolicyName each : PolicyName.values()) {
                choices.add(new PolicyChoice(each, false));
            }
            return choices;
        }
        for (String name : names.split(",", -1)) {
            choices.add(named(name.strip()));
        }
        return choices;
    }

    private static PolicyChoice named(String name) {
        if (name.equalsIgnoreCase(AUTO)) {
            return new PolicyChoice(PolicyName.SS, true);
        }
        for (PolicyName each : PolicyName.values()) {
            if (each.name().equalsIgnoreCase(name)) {
                return new PolicyChoice(each, false);
            }
        }
        throw new SluiceException(
                ErrorCode.USAGE,
                "--policy: " + name + " (expected: all, AUTO, or one of " + List.of(PolicyName.values()) + ")");
    }

    @Override
    public String toString() {
        return tuned ? AUTO : policy.name();
    }
}
