package dev.sluice.cli.run;

import dev.sluice.cli.option.KeyedValues;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.DeliveryTerms;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How units are handed out and results come back, without the policy. */
public final class SchedulingOptions {
    @Option(
            names = "--weights",
            paramLabel = "WEIGHTS",
            description = "chunk sizes of slots: EQUAL, MEASURED (by measured rates), or PLANNED (by the plan or "
                    + "earlier runs) (default: EQUAL; AWF and AF measure)")
    private @Nullable Weighting weights;

    @Option(names = "--planned-weights", hidden = true, description = "expected seconds per unit by host, from a plan")
    private @Nullable String plannedWeights;

    @Option(
            names = "--speculation",
            paramLabel = "PERCENT",
            description = "at the end of a cycle, compute up to PERCENT of its units a second time on idle slots; 0 = "
                    + "off (default: ${DEFAULT-VALUE})")
    private String speculation = String.valueOf(SchedulerConfig.DEFAULT_SPECULATION);

    @Option(
            names = "--delivery",
            split = ",",
            hideParamSyntax = true,
            paramLabel = "KEY=VALUE,...",
            description = "how data travels: prefetch=N chunks ahead per slot, congestion=MODE of large results, "
                    + "setups=IN_TURN|AT_ONCE (docs/policies.md, docs/results.md)")
    private List<String> delivery = List.of();

    private KeyedValues delivery() {
        return KeyedValues.parse(
                "--delivery", delivery, "prefetch=auto|N", "congestion=MODE", "setups=IN_TURN|AT_ONCE");
    }

    /** Returns whether a key of {@code --delivery} is given. */
    public boolean delivers(String key) {
        return delivery().has(key);
    }

    /** Concludes the options for a policy; weights that the policy does not take are ignored. */
    public Scheduling of(Policy policy) {
        Weighting weighting = policy.weighting(weights == null ? Weighting.EQUAL : weights);
        return new Scheduling(new RunRules(
                new Handout(policy, weighting, prefetchChunks(), speculationPercent()),
                new DeliveryTerms(congestion(), delivery().choice("setups", SetupOrder.IN_TURN)),
                plannedWeights(),
                Amounts.NONE));
    }

    private PlannedWeights plannedWeights() {
        String words = plannedWeights;
        if (words == null) {
            return PlannedWeights.NONE;
        }
        try {
            return PlannedWeights.parse(words);
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--planned-weights: " + wrong.getMessage(), wrong);
        }
    }

    /** Concludes the options for the only policy; a usage error where it does not take the weights. */
    Scheduling ofOne(Policy policy) {
        if (weights != null && !policy.takesWeights() && policy.weighting(weights) != weights) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--weights: " + weights + " with --policy " + policy + " (expected: none with " + policy
                            + ", or one of the policies "
                            + Arrays.stream(PolicyName.values())
                                    .filter(PolicyName::takesWeights)
                                    .map(PolicyName::name)
                                    .collect(Collectors.joining(", "))
                            + ")");
        }
        return of(policy);
    }

    private int prefetchChunks() {
        KeyedValues keys = delivery();
        return "auto".equalsIgnoreCase(keys.text("prefetch"))
                ? SchedulerConfig.AUTO
                : keys.whole("prefetch", SchedulerConfig.AUTO, 0, 4096);
    }

    private GrantMode congestion() {
        KeyedValues keys = delivery();
        String text = keys.text("congestion");
        return text == null
                ? GrantMode.ADAPTIVE
                : GrantMode.named(text)
                        .orElseThrow(() -> new SluiceException(
                                ErrorCode.USAGE,
                                keys.name("congestion") + ": " + text + " (expected: OFF, SERIAL, ADAPTIVE, or 1 to "
                                        + GrantMode.MOST + ")"));
    }

    private int speculationPercent() {
        if (speculation.matches("[0-9]{1,3}%?")) {
            return OptionRange.between("--speculation", Integer.parseInt(speculation.replace("%", "")), 0, 100);
        }
        throw new SluiceException(
                ErrorCode.USAGE, "--speculation: " + speculation + " (expected: 0 to 100, in percent)");
    }
}
