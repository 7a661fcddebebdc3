package dev.sluice.app.each.shell;

import java.util.ArrayList;
import java.util.List;

/**
 * The consequence of one exit code of a command. Pure.
 *
 * @param code 1 to 255; of a command that a signal ended, 128 and the signal
 */
public record ExitRule(int code, Then then) {
    private static final int MOST = 255;

    /** The ways to go on after a try that failed. */
    public enum Then {
        /** The command has failed, however many tries it has left. */
        FAIL,
        /** The command is started again while it has tries, some of which it has by this rule. */
        RETRY,
        /** The command is started again with twice the memory, which is no try by itself. */
        GROW
    }

    /**
     * Reads rules such as {@code 9=fail,75=retry,137=grow}.
     *
     * @throws IllegalArgumentException if the text is none, with a message that says what is expected
     */
    public static List<ExitRule> of(List<String> texts) {
        List<ExitRule> rules = new ArrayList<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            String code = equals < 0 ? "" : text.substring(0, equals);
            int number = code.matches("[0-9]{1,3}") ? Integer.parseInt(code) : 0;
            if (number < 1 || number > MOST) {
                throw new IllegalArgumentException(
                        text + " (expected: an exit code from 1 to 255 with what follows, such as 75=retry)");
            }
            if (rules.stream().anyMatch(rule -> rule.code() == number)) {
                throw new IllegalArgumentException(text + ": a second rule for " + number + " (expected: one)");
            }
            rules.add(new ExitRule(number, then(text, text.substring(equals + 1))));
        }
        return rules;
    }

    private static Then then(String text, String word) {
        return switch (word) {
            case "fail" -> Then.FAIL;
            case "retry" -> Then.RETRY;
            case "grow" -> Then.GROW;
            default -> throw new IllegalArgumentException(text + " (expected: fail, retry or grow after '=')");
        };
    }
}
