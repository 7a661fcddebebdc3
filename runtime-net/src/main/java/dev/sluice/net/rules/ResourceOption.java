package dev.sluice.net.rules;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Collection;

/** The values of {@code --resource}: {@code licence=4}, {@code memory=32G}, or a label such as {@code big}. */
public final class ResourceOption {
    private ResourceOption() {}

    /** Reads the values; a later one of the same name replaces an earlier one. */
    public static Amounts parse(Collection<String> values) {
        try {
            Amounts read = Amounts.parse(values);
            if (!read.names(Amounts.PROCESSORS)) {
                return read;
            }
            throw new IllegalArgumentException("'" + Amounts.PROCESSORS + "=" + read.get(Amounts.PROCESSORS)
                    + "' (expected: another resource; slots are set by --slots)");
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, "--resource: " + wrong.getMessage(), wrong);
        }
    }
}
