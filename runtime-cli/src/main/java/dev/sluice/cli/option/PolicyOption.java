package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --policy} of a run. */
public final class PolicyOption {
    private static final String NAMES = "one of " + List.of(PolicyName.values());

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
            return named(value).orElseThrow(() -> new TypeConversionException(value + " (expected: " + NAMES + ")"));
        }
    }

    private static Optional<PolicyName> named(String value) {
        if (value.equalsIgnoreCase("AUTO")) {
            throw new SluiceException(ErrorCode.POLICY_GONE, "--policy: " + value + " (expected: " + NAMES + ")");
        }
        return Stream.of(PolicyName.values())
                .filter(each -> each.name().equalsIgnoreCase(value))
                .findAny();
    }

    /** Several policies separated by commas, or {@code all}. */
    public static List<PolicyName> list(String names) {
        return names.equalsIgnoreCase("all")
                ? List.of(PolicyName.values())
                : Stream.of(names.split(",", -1)).map(PolicyOption::ofSeveral).toList();
    }

    private static PolicyName ofSeveral(String name) {
        return named(name.strip())
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.USAGE, "--policy: " + name.strip() + " (expected: all, or " + NAMES + ")"));
    }
}
