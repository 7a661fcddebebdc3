package dev.sluice.cli.run;

import dev.sluice.cli.option.OptionRange;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How units are handed out and results come back, without the policy. */
public final class SchedulingOptions {
    @Option(
            names = "--weights",
            paramLabel = "WEIGHTS",
            description = "EQUAL: all slots get chunks of the same size; MEASURED: chunk sizes follow the measured "
                    + "rate of each worker; PLANNED: they follow the rates of the plan, or the speeds of earlier runs "
                    + "(default: EQUAL; AWF and AF always measure)")
    private @Nullable Weighting weights;

    @Option(names = "--planned-weights", hidden = true, description = "expected seconds per unit by host, from a plan")
    private @Nullable String plannedWeights;

    @Option(
            names = "--prefetch",
            paramLabel = "N",
            description = "chunks that each slot holds in addition to the one it computes; auto: enough to hide "
                    + "the round trip (default: ${DEFAULT-VALUE})")
    private String prefetch = "auto";

    @Option(
            names = "--speculation",
            paramLabel = "PERCENT",
            description = "at the end of a cycle, re-run up to PERCENT of its units on idle slots and keep the "
                    + "first result (speculative execution); 0 = off (default: ${DEFAULT-VALUE})")
    private String speculation = String.valueOf(SchedulerConfig.DEFAULT_SPECULATION);

    @Option(
            names = "--congestion",
            paramLabel = "MODE",
            converter = CongestionConverter.class,
            description = "maximum number of large results transferred at the same time: OFF (no limit), SERIAL "
                    + "(one), ADAPTIVE (adjusted to the measured throughput), or a number (default: "
                    + "${DEFAULT-VALUE})")
    private GrantMode congestion = GrantMode.ADAPTIVE;

    @Option(
            names = "--setups",
            paramLabel = "ORDER",
            description = "how the data that every worker needs before a cycle leaves the master: IN_TURN (one worker "
                    + "after the other, the fastest first), AT_ONCE; FIXED and FSC always send at once (default: "
                    + "${DEFAULT-VALUE})")
    private SetupOrder setups = SetupOrder.IN_TURN;

    /** Reads {@code --congestion}. */
    static final class CongestionConverter implements ITypeConverter<GrantMode> {
        @Override
        public GrantMode convert(String value) {
            return GrantMode.named(value)
                    .orElseThrow(() -> new TypeConversionException(
                            value + " (expected: OFF, SERIAL, ADAPTIVE, or 1 to " + GrantMode.MOST + ")"));
        }
    }

    /** Concludes the options for a policy; weights that the policy does not take are ignored. */
    public Scheduling of(PolicyName policy) {
        Weighting weighting = policy.weighting(weights == null ? Weighting.EQUAL : weights);
        return new Scheduling(
                policy,
                weighting,
                prefetchChunks(),
                speculationPercent(),
                congestion,
                setups,
                0,
                plannedWeights(),
                null,
                false);
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
    Scheduling ofOne(PolicyName policy) {
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
        if (prefetch.equalsIgnoreCase("auto")) {
            return SchedulerConfig.AUTO;
        }
        if (prefetch.matches("[0-9]{1,4}")) {
            return OptionRange.between("--prefetch", Integer.parseInt(prefetch), 0, 4096);
        }
        throw new SluiceException(ErrorCode.USAGE, "--prefetch: " + prefetch + " (expected: auto, or 0 to 4096)");
    }

    private int speculationPercent() {
        if (speculation.matches("[0-9]{1,3}%?")) {
            return OptionRange.between("--speculation", Integer.parseInt(speculation.replace("%", "")), 0, 100);
        }
        throw new SluiceException(
                ErrorCode.USAGE, "--speculation: " + speculation + " (expected: 0 to 100, in percent)");
    }
}
