package dev.sluice.app.each.output;

import dev.sluice.api.ArgumentException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a run stops early, in GNU parallel's grammar. Immutable.
 *
 * @param decision how the run stops; {@link HaltDecision#CONTINUE} if it never does
 * @param counted outcomes that count
 * @param limit number of counted outcomes, or their percentage of all inputs, that stops the run
 */
public record HaltRule(HaltDecision decision, Counted counted, int limit, boolean percent) {
    /** Outcomes that a rule counts. */
    public enum Counted {
        FAIL,
        SUCCESS,
        DONE
    }

    /** The rule that never stops a run. */
    public static final HaltRule NEVER = new HaltRule(HaltDecision.CONTINUE, Counted.FAIL, 0, false);

    private static final String EXPECTED = "never, or soon or now, then ',fail=', ',success=' or ',done=' and a number "
            + "from 1 or 1% to 100%, such as now,fail=1";
    private static final Pattern FORM = Pattern.compile("(soon|now)[,=](fail|success|done)[,=]([0-9]{1,9})(%?)");
    private static final Map<String, String> SHORT =
            Map.of("0", "never", "1", "soon,fail=1", "2", "now,fail=1", "-1", "soon,success=1", "-2", "now,success=1");

    /** Reads a rule such as {@code now,fail=1}, {@code soon,done=10%}, {@code 2} or {@code 5%}. */
    public static HaltRule parse(String text) {
        String whole = SHORT.getOrDefault(text, text);
        if (whole.equals("never")) {
            return NEVER;
        }
        Matcher parts = FORM.matcher(whole.matches("[0-9]{1,9}%") ? "soon,fail=" + whole : whole);
        if (!parts.matches()) {
            throw new ArgumentException("--halt", text, EXPECTED);
        }
        int limit = Integer.parseInt(parts.group(3));
        boolean percent = !parts.group(4).isEmpty();
        if (limit < 1 || (percent && limit > 100)) {
            throw new ArgumentException("--halt", text, EXPECTED);
        }
        return new HaltRule(
                parts.group(1).equals("now") ? HaltDecision.STOP_NOW : HaltDecision.STOP_SOON,
                Counted.valueOf(parts.group(2).toUpperCase(Locale.ROOT)),
                limit,
                percent);
    }

    @Override
    public String toString() {
        return decision == HaltDecision.CONTINUE
                ? "never"
                : (decision == HaltDecision.STOP_NOW ? "now," : "soon,")
                        + counted.name().toLowerCase(Locale.ROOT) + "=" + limit + (percent ? "%" : "");
    }
}
