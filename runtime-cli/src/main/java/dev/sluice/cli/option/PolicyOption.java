package dev.sluice.cli.option;

import dev.sluice.master.tune.Extensions;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.OwnPolicy;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import java.util.Iterator;
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
            completionCandidates = Names.class,
            description =
                    "policy, which sizes chunks: ${COMPLETION-CANDIDATES}, or a class of the application (default: "
                            + "${DEFAULT-VALUE}); 'sluice run --help-all' describes each")
    private Policy policy = PolicyName.DEFAULT;

    /** The policy; the application is loaded by now, if there is one. */
    public Policy policy() {
        return policy instanceof OwnPolicy own ? Extensions.policy(own.name()) : policy;
    }

    /** Reads a policy, in any case, or the name of a class, which is not loaded yet. */
    public static final class Converter implements ITypeConverter<Policy> {
        @Override
        public Policy convert(String value) {
            return named(value)
                    .orElseThrow(() -> new TypeConversionException(value + " (expected: " + Policy.expected() + ")"));
        }
    }

    /** The policies of Sluice, for help and completion. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(PolicyName.values()).map(PolicyName::name).iterator();
        }
    }

    private static Optional<Policy> named(String value) {
        if (value.equalsIgnoreCase("AUTO")) {
            throw new SluiceException(ErrorCode.POLICY_GONE, "--policy: " + value + " (expected: " + NAMES + ")");
        }
        return Policy.typed(value);
    }

    /** Several policies separated by commas, or {@code all}, where no application is loaded. */
    public static List<Policy> list(String names) {
        return names.equalsIgnoreCase("all")
                ? List.of(PolicyName.values())
                : Stream.of(names.split(",", -1)).map(PolicyOption::ofSeveral).toList();
    }

    private static Policy ofSeveral(String typed) {
        String name = typed.strip();
        Policy policy = named(name)
                .orElseThrow(() -> new SluiceException(
                        ErrorCode.USAGE, "--policy: " + name + " (expected: all, or " + NAMES + ")"));
        if (policy instanceof OwnPolicy) {
            policy.begin(); // is refused
        }
        return policy;
    }
}
