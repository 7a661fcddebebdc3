package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.PolicyName;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --policy}, in any case. */
public final class PolicyConverter implements ITypeConverter<PolicyName> {
    private static final String EXPECTED = " (expected: one of " + List.of(PolicyName.values()) + ")";

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

    /** Several names separated by commas, or {@code all}. */
    public List<PolicyName> list(String names) {
        try {
            return names.equalsIgnoreCase("all")
                    ? List.of(PolicyName.values())
                    : Stream.of(names.split(",", -1))
                            .map(each -> convert(each.strip()))
                            .toList();
        } catch (TypeConversionException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--policy: " + wrong.getMessage(), wrong);
        }
    }
}
