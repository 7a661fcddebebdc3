package dev.sluice.launch.fleet;

import dev.sluice.net.rules.Text;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of a script, read line by line. Empty lines have no meaning.
 *
 * @param tasks ids in their order with their status
 * @param offence the first line that breaks the contract, with the expectation; empty if there is none
 */
record ScriptAnswer(Map<String, FleetSystem.TaskStatus> tasks, String offence) {
    private static final String ID_WORDS = "letters, digits and ._:@+=[]-, at most 100, a letter or digit first";
    private static final String ID = "[A-Za-z0-9][A-Za-z0-9._:@+=\\[\\]-]{0,99}";
    private static final Pattern STARTED = Pattern.compile(ID);
    private static final Pattern STATUS = Pattern.compile("(" + ID + ") +(queued|running|failed) *");
    private static final int SHOWN = 60;

    Set<String> ids() {
        return new LinkedHashSet<>(tasks.keySet());
    }

    /** Reads ids of started tasks, one in each line and none twice. */
    static ScriptAnswer ofStart(String out, int asked) {
        Map<String, FleetSystem.TaskStatus> tasks = new LinkedHashMap<>();
        String offence = "";
        for (String line : out.split("\n", -1)) {
            if (line.isBlank()) {
                continue;
            }
            boolean good = STARTED.matcher(line).matches();
            if (good && tasks.put(line, FleetSystem.TaskStatus.QUEUED) == null) {
                continue;
            }
            offence = offence.isEmpty() ? offence(line, good ? "each id once" : "an id: " + ID_WORDS) : offence;
        }
        if (offence.isEmpty() && tasks.size() > asked) {
            offence = tasks.size() + " ids (expected: at most " + asked + ")";
        }
        return new ScriptAnswer(tasks, offence);
    }

    /** Reads lines of an id and a status. */
    static ScriptAnswer ofStatus(String out) {
        Map<String, FleetSystem.TaskStatus> tasks = new LinkedHashMap<>();
        for (String line : out.split("\n", -1)) {
            Matcher matcher = STATUS.matcher(line);
            if (matcher.matches()) {
                String status = matcher.group(2).toUpperCase(Locale.ROOT);
                tasks.put(matcher.group(1), FleetSystem.TaskStatus.valueOf(status));
            } else if (!line.isBlank()) {
                return new ScriptAnswer(tasks, offence(line, "ID queued, ID running or ID failed"));
            }
        }
        return new ScriptAnswer(tasks, "");
    }

    private static String offence(String line, String expected) {
        return "it printed '" + Text.printable(line, SHOWN) + (line.length() > SHOWN ? "…" : "") + "' (expected: "
                + expected + ")";
    }
}
