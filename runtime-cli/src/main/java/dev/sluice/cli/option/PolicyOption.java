package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --policy} of a run. */
public final class PolicyOption {
    private static final String NAMES = "one of " + List.of(PolicyName.values()) + ")";
    private static final String EXPECTED = " (expected: " + NAMES;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            converter = Converter.class,
            description = "scheduling policy, which sets the chunk sizes: ${COMPLETION-CANDIDATES} (default: "
                    + "${DEFAULT-VALUE}); 'sluice run --help-all' describes each")
    private PolicyName policy = PolicyName.DEFAULT;

    /** The policy. */
    public PolicyName policy() {
        return policy;
    }

    /** Reads a policy, in any case. */
    public static final class Converter implements ITypeConverter<PolicyName> {
        @Override
        public PolicyName convert(String value) {
            if (value.equalsIgnoreCase("AUTO")) {
                throw new SluiceException(ErrorCode.POLICY_GONE, "--policy: " + value + EXPECTED);
            }
            return Stream.of(PolicyName.values())
                    .filter(each -> each.name().equalsIgnoreCase(value))
                    .findAny()
                    .orElseThrow(() -> new TypeConversionException(value + EXPECTED));
        }
    }

    /** Several policies separated by commas, or {@code all}. */
    public static List<PolicyName> list(String names) {
        try {
            return names.equalsIgnoreCase("all")
                    ? List.of(PolicyName.values())
                    : Stream.of(names.split(",", -1))
                            .map(each -> new Converter().convert(each.strip()))
                            .toList();
        } catch (TypeConversionException wrong) {
            String said = String.valueOf(wrong.getMessage()).replace(EXPECTED, " (expected: all, or " + NAMES);
            throw new SluiceException(ErrorCode.USAGE, "--policy: " + said, wrong);
        }
    }
}
