package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A value of {@code --policy}.
 *
 * @param policy with which the run begins
 * @param tuned true if the policy may change while the run goes on
 */
public record PolicyChoice(PolicyName policy, boolean tuned) {
    /** The choice of a run without options. */
    public static final PolicyChoice DEFAULT = new PolicyChoice(PolicyName.SS, false);

    /** All names: the fixed policies, and AUTO. */
    public static List<String> names() {
        return Stream.concat(Stream.of(PolicyName.values()).map(PolicyName::name), Stream.of(PolicyName.AUTO))
                .toList();
    }

    /** Several names separated by commas, or {@code all} for every fixed policy. */
    public static List<PolicyChoice> of(String names) {
        List<PolicyChoice> choices = new ArrayList<>();
        if (names.equalsIgnoreCase("all")) {
            for (PolicyName each : PolicyName.values()) {
                choices.add(new PolicyChoice(each, false));
            }
            return choices;
        }
        for (String name : names.split(",", -1)) {
            choices.add(named(name.strip())
                    .orElseThrow(() -> new SluiceException(
                            ErrorCode.USAGE,
                            "--policy: " + name.strip() + " (expected: all, AUTO, or one of "
                                    + List.of(PolicyName.values()) + ")")));
        }
        return choices;
    }

    /** The choice with this name in any case; empty if there is none. */
    public static Optional<PolicyChoice> named(String name) {
        if (name.equalsIgnoreCase(PolicyName.AUTO)) {
            return Optional.of(new PolicyChoice(PolicyName.SS, true));
        }
        return Stream.of(PolicyName.values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .map(each -> new PolicyChoice(each, false))
                .findAny();
    }

    @Override
    public String toString() {
        return tuned ? PolicyName.AUTO : policy.name();
    }
}
