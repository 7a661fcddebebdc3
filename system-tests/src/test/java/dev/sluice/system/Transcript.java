package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A login in a document: lines that begin with {@code $} are typed, and the lines below them are what they print. Ids
 * and numbers differ from login to login. Those that a command prints are known from then on, and typed instead of the
 * document's.
 */
final class Transcript {
    private static final String PROMPT = "$ ";

    /** Printed before each command, to tell apart what each of them prints. */
    private static final String MARK = "\u001e";

    /** The varying end of an id, or a number. */
    private static final Pattern VARYING = Pattern.compile("\\d{8}-\\d{6}-[0-9a-f]{4}|\\d+(?:\\.\\d+)?");

    /** Shorter ones are counts [characters]. */
    private static final int SHORTEST_NAME = 4;

    private record Typed(String command, List<String> shown) {}

    private final List<Typed> typed = new ArrayList<>();

    Transcript(Markdown.Block block) {
        for (String line : block.lines()) {
            if (line.startsWith(PROMPT)) {
                typed.add(new Typed(line.substring(PROMPT.length()), new ArrayList<>()));
            } else {
                typed.get(typed.size() - 1).shown().add(line);
            }
        }
    }

    /** The commands as lines of a shell, with the names that are known. */
    String script(Map<String, String> names) {
        StringBuilder script = new StringBuilder();
        for (Typed each : typed) {
            script.append("printf '\\036'\n");
            script.append(renamed(each.command(), names)).append('\n');
        }
        return script.toString();
    }

    /**
     * Checks what the commands have printed. A command below which the document shows nothing may print anything. Lines
     * after an empty one are a table, which is not compared.
     *
     * @param names receives what stands for the document's ids and numbers
     */
    void check(String output, Map<String, String> names) {
        String[] parts = output.split(MARK, -1);
        assertThat(parts).as(output).hasSize(typed.size() + 1);
        for (int i = 0; i < typed.size(); i++) {
            List<String> shown = sentences(typed.get(i).shown());
            List<String> printed = sentences(parts[i + 1].lines().toList());
            if (!shown.isEmpty()) {
                assertThat(printed).as(typed.get(i).command()).hasSameSizeAs(shown);
            }
            for (int line = 0; line < shown.size(); line++) {
                compare(shown.get(line), printed.get(line), names);
            }
        }
    }

    private static List<String> sentences(List<String> lines) {
        return lines.contains("") ? lines.subList(0, lines.indexOf("")) : lines;
    }

    private static void compare(String shown, String printed, Map<String, String> names) {
        String expected = renamed(shown, names);
        List<String> varying = new ArrayList<>();
        StringBuilder pattern = new StringBuilder();
        Matcher found = VARYING.matcher(expected);
        int from = 0;
        while (found.find()) {
            pattern.append(Pattern.quote(expected.substring(from, found.start())));
            boolean known = names.containsValue(found.group());
            pattern.append('(')
                    .append(known ? Pattern.quote(found.group()) : VARYING.pattern())
                    .append(')');
            varying.add(found.group());
            from = found.end();
        }
        pattern.append(Pattern.quote(expected.substring(from)));
        Matcher actual = Pattern.compile(pattern.toString()).matcher(printed);
        assertThat(actual.matches()).as("'%s' for '%s'", printed, expected).isTrue();
        for (int i = 0; i < varying.size(); i++) {
            if (varying.get(i).length() >= SHORTEST_NAME) {
                names.putIfAbsent(varying.get(i), actual.group(i + 1));
            }
        }
    }

    private static String renamed(String text, Map<String, String> names) {
        String renamed = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            renamed = renamed.replace(name.getKey(), name.getValue());
        }
        return renamed;
    }
}
