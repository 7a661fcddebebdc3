package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lists of nodes as Slurm writes them, {@code node[01-20,24],gpu[1-4]}, with all names written out as {@code scontrol
 * show hostnames} does: in their order, repeated ones again. With several brackets the last runs fastest:
 * {@code a[1-2]b[1-2]} is a1b1, a1b2, a2b1, a2b2. For one text.
 */
final class NodeList {
    /** More names in one list are refused, before they are made. */
    static final int MOST_NAMES = 65_536;

    private static final int MOST_DIGITS = 18;
    private static final String EXPECTED = "a list of nodes such as node[01-20,24],gpu[1-4]";

    private final String text;
    private final Source source;
    private final int line;
    private final List<String> names = new ArrayList<>();
    private int next;

    private NodeList(String text, Source source, int line) {
        this.text = text;
        this.source = source;
        this.line = line;
    }

    /**
     * All names of a list, at least one.
     *
     * @param source where it was written, for errors; line is 0 where there are none
     * @throws HostFileException for what is no such list, or one of more than 65,536 names
     */
    static List<String> expand(String text, Source source, int line) {
        return new NodeList(text, source, line).read();
    }

    private List<String> read() {
        while (next < text.length()) {
            if (separates(text.charAt(next))) {
                next++;
            } else {
                item();
            }
        }
        if (names.isEmpty()) {
            throw source.wrong(line, "no node in it", EXPECTED);
        }
        return names;
    }

    private static boolean separates(char letter) {
        return letter == ',' || Character.isWhitespace(letter);
    }

    /** Reads the text between two commas: letters and brackets in turn. */
    private void item() {
        int start = next;
        List<List<String>> parts = new ArrayList<>();
        List<Integer> brackets = new ArrayList<>();
        long count = 1;
        while (next < text.length() && !separates(text.charAt(next))) {
            if (text.charAt(next) == '[') {
                brackets.add(parts.size());
                parts.add(numbers());
            } else {
                parts.add(List.of(letters()));
            }
            count *= parts.get(parts.size() - 1).size();
            if (names.size() + count > MOST_NAMES) {
                throw tooMany();
            }
        }
        String first = parts.stream().map(part -> part.get(0)).collect(Collectors.joining());
        if (!HostName.isName(first)) {
            throw source.wrong(line, Source.quoted(text.substring(start, next)), EXPECTED);
        }
        combine(parts, brackets, (int) count);
    }

    /** Slurm's last brackets count fastest, then the first ones, up to the last but one. */
    private void combine(List<List<String>> parts, List<Integer> brackets, int count) {
        int last = brackets.size() - 1;
        List<Integer> fastestFirst = new ArrayList<>(brackets.subList(Math.max(last, 0), brackets.size()));
        fastestFirst.addAll(brackets.subList(0, Math.max(last, 0)));
        int[] chosen = new int[parts.size()];
        for (int i = 0; i < count; i++) {
            int rest = i;
            for (int part : fastestFirst) {
                chosen[part] = rest % parts.get(part).size();
                rest /= parts.get(part).size();
            }
            StringBuilder name = new StringBuilder();
            for (int part = 0; part < chosen.length; part++) {
                name.append(parts.get(part).get(chosen[part]));
            }
            names.add(name.toString());
        }
    }

    private String letters() {
        int start = next;
        while (next < text.length() && text.charAt(next) != '[' && !separates(text.charAt(next))) {
            if (text.charAt(next) == ']') {
                throw wrong(next, "a ']' without a '['");
            }
            next++;
        }
        return text.substring(start, next);
    }

    /** {@code [01-20,24]}: its numbers, as wide as the first of their range. */
    private List<String> numbers() {
        int open = next;
        int close = text.indexOf(']', open);
        if (close < 0) {
            throw wrong(open, "a '[' without a ']'");
        }
        List<String> numbers = new ArrayList<>();
        int from = open + 1;
        while (from <= close) {
            int comma = text.indexOf(',', from);
            int to = comma < 0 || comma > close ? close : comma;
            range(from, text.substring(from, to), numbers);
            from = to + 1;
        }
        next = close + 1;
        return numbers;
    }

    private void range(int at, String range, List<String> numbers) {
        int dash = range.indexOf('-');
        String low = dash < 0 ? range : range.substring(0, dash);
        String high = dash < 0 ? range : range.substring(dash + 1);
        if (!low.matches("[0-9]{1," + MOST_DIGITS + "}") || !high.matches("[0-9]{1," + MOST_DIGITS + "}")) {
            throw wrong(at, Source.quoted(range) + " in brackets");
        }
        long first = Long.parseLong(low);
        long last = Long.parseLong(high);
        if (last < first) {
            throw wrong(at, Source.quoted(range) + ", which goes down");
        }
        if (last - first >= MOST_NAMES - numbers.size()) {
            throw tooMany();
        }
        for (long number = first; number <= last; number++) {
            String digits = Long.toString(number);
            numbers.add("0".repeat(Math.max(0, low.length() - digits.length())) + digits);
        }
    }

    private RuntimeException tooMany() {
        return source.wrong(line, Source.quoted(text) + ": more than 65,536 nodes", "at most as many");
    }

    private RuntimeException wrong(int at, String what) {
        return source.wrong(line, Source.quoted(text) + ": character " + (at + 1) + ": " + what, EXPECTED);
    }
}
