package dev.sluice.app.each;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.template.CommandTerms;
import dev.sluice.app.each.template.TextTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The needs and priorities of single commands: constants or columns of the inputs. Immutable. */
final class NeedsTemplate {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([KMG]?)B?", Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    private record Named(String name, TextTemplate amount) {}

    private static final Pattern PRIORITY = Pattern.compile("[+-]?[0-9]{1,9}");

    private final List<Named> all = new ArrayList<>();
    private final @Nullable TextTemplate priority;

    NeedsTemplate(CommandTerms terms, CommandNeeds needs) {
        for (byte[] each : needs.single()) {
            String text = ByteText.text(each);
            int equals = text.indexOf('=');
            all.add(new Named(
                    text.substring(0, equals), TextTemplate.of(ByteText.bytes(text.substring(equals + 1)), terms)));
        }
        priority = needs.priority().length == 0 ? null : TextTemplate.of(needs.priority(), terms);
    }

    /** An input by its number. */
    interface Inputs {
        Input get(long number) throws IOException;
    }

    /** Returns the priority of the command of an input, which is read only if priorities differ. */
    int priority(long number, Inputs inputs) throws IOException {
        if (priority == null) {
            return 0;
        }
        Input input = inputs.get(number);
        String text = ByteText.text(priority.expand(input, 1)).strip();
        if (!PRIORITY.matcher(text).matches()) {
            throw wrong("--priority", text, input.number(), "a whole number of at most nine digits");
        }
        return Integer.parseInt(text);
    }

    /** True if all commands need the same, which the slots of the workers heed. */
    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns what the command of an input needs; all need the same if only the slots of the workers heed it. */
    Needs of(long number, Inputs inputs) throws IOException {
        return all.isEmpty() ? Needs.ONE_SLOT : of(inputs.get(number));
    }

    /** Returns what the command of this input needs. */
    Needs of(Input input) {
        Needs needs = Needs.ONE_SLOT;
        for (Named each : all) {
            String amount = ByteText.text(each.amount().expand(input, 1)).strip();
            needs = with(needs, each.name(), amount, input.number());
        }
        return needs;
    }

    private static Needs with(Needs needs, String name, String amount, long number) {
        switch (name) {
            case "processors" -> {
                long processors = number(amount);
                if (processors < 1 || processors > 65_536) {
                    throw wrong("--cpus", amount, number, "1 to 65536");
                }
                return needs.withProcessors((int) processors);
            }
            case "memory" -> {
                long bytes = bytes(amount);
                if (bytes < 0) {
                    throw wrong("--memory", amount, number, "a size such as 64M or 2G");
                }
                return needs.withMemory(bytes);
            }
            default -> {
                long units = bytes(amount);
                if (units < 0) {
                    throw wrong("--need " + name, amount, number, "a number, 0 for a label");
                }
                return needs.with(name, units);
            }
        }
    }

    private static long number(String text) {
        return NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
    }

    private static long bytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return -1;
        }
        String unit = size.group(2).toUpperCase(Locale.ROOT);
        return Long.parseLong(size.group(1)) << (unit.isEmpty() ? 0 : 10 * ("KMG".indexOf(unit) + 1));
    }

    private static ArgumentException wrong(String option, String amount, long number, String expected) {
        return new ArgumentException(option + ": '" + amount.replaceAll("[^\\p{Print}]", "?") + "' of input " + number
                + " (expected: " + expected + ")");
    }
}
