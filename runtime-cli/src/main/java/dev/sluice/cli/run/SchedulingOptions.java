package dev.sluice.cli.run;

import dev.sluice.cli.option.OptionRange;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.collect.GrantMode;
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
            description = "sizes of chunks are alike for all slots, or follow each worker's measured rate:"
                    + " ${COMPLETION-CANDIDATES} (default: EQUAL; AWF and AF always measure)")
    private @Nullable Weighting weights;

    @Option(
            names = "--prefetch",
            paramLabel = "N",
            description = "chunks a slot holds beyond the one it computes, or 'auto': as many as hide the round trip"
                    + " (default: ${DEFAULT-VALUE})")
    private String prefetch = "auto";

    @Option(
            names = "--speculation",
            paramLabel = "PERCENT",
            description = "of a cycle's units that may be computed twice, rounded up: those that idle slots wait for at"
                    + " its end are copied to them, and the first result wins; 0 for none (default: ${DEFAULT-VALUE})")
    private String speculation = String.valueOf(SchedulerConfig.DEFAULT_SPECULATION);

    @Option(
            names = "--congestion",
            paramLabel = "MODE",
            converter = CongestionConverter.class,
            description = "large results on the way at once, from workers of other machines: OFF (all that are ready),"
                    + " SERIAL (one), ADAPTIVE (as many as the network takes best), or a number"
                    + " (default: ${DEFAULT-VALUE})")
    private GrantMode congestion = GrantMode.ADAPTIVE;

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
        return new Scheduling(policy, weighting, prefetchChunks(), speculationPercent(), congestion);
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
