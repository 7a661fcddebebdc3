package dev.sluice.net.rules;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of {@code --resource}: {@code licence=4}, {@code memory=32G}, or a label such as {@code big}. */
public final class ResourceOption {
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,15})([KMGT]?)(?:i?B)?", Pattern.CASE_INSENSITIVE);

    private ResourceOption() {}

    /** Reads the values; a later one of the same name replaces an earlier one. */
    public static Amounts parse(Collection<String> values) {
        Map<String, Long> byName = new HashMap<>();
        for (String value : values) {
            int equals = value.indexOf('=');
            String name = equals < 0 ? value : value.substring(0, equals);
            Matcher amount = AMOUNT.matcher(equals < 0 ? "0" : value.substring(equals + 1));
            if (!Amounts.isName(name) || name.equals(Amounts.PROCESSORS) || !amount.matches()) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--resource: '" + value.replaceAll("[^\\p{Print}]", "?")
                                + "' (expected: a name and a whole number, such as licence=4 or memory=32G, or a label;"
                                + " slots are set by --slots)");
            }
            int power = "KMGT".indexOf(amount.group(2).toUpperCase(Locale.ROOT)) + 1;
            byName.put(
                    name,
                    Long.parseLong(amount.group(1)) << 10 * (amount.group(2).isEmpty() ? 0 : power));
        }
        return Amounts.of(byName);
    }
}
