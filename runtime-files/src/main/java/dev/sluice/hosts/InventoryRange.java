package dev.sluice.hosts;

import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code node[01:20]}, {@code db-[a:f]}, {@code n[0:8:2]}: the names that stand for it. For one line. */
final class InventoryRange {
    private static final Pattern RANGE =
            Pattern.compile("\\[(?:([0-9]{1,18}):([0-9]{1,18})|([A-Za-z]):([A-Za-z]))(?::([0-9]{1,9}))?]");

    private final Source source;
    private final int line;

    InventoryRange(Source source, int line) {
        this.source = source;
        this.line = line;
    }

    /** The last range runs fastest. */
    List<String> expand(String pattern) {
        Matcher range = RANGE.matcher(pattern);
        if (!range.find()) {
            return List.of(pattern);
        }
        List<String> parts = range.group(3) == null ? numbers(range) : letters(range);
        List<String> rests = expand(pattern.substring(range.end()));
        if ((long) parts.size() * rests.size() > HostListBuilder.MOST_HOSTS) {
            throw source.wrong(line, Source.quoted(pattern) + ": more than 65,536 hosts", "at most as many");
        }
        List<String> names = new ArrayList<>();
        String begin = pattern.substring(0, range.start());
        for (String part : parts) {
            for (String rest : rests) {
                names.add(begin + part + rest);
            }
        }
        return names;
    }

    private List<String> numbers(Matcher range) {
        String low = range.group(1);
        long first = Long.parseLong(low);
        long last = Long.parseLong(range.group(2));
        if (low.startsWith("0")
                && low.length() > 1
                && low.length() != range.group(2).length()) {
            throw source.wrong(line, Source.quoted(range.group()), "both ends of a range equally long, as in [01:20]");
        }
        List<String> numbers = new ArrayList<>();
        long step = step(range, first, last);
        for (long number = first; number <= last; number += step) {
            String digits = Long.toString(number);
            boolean padded = low.startsWith("0") && low.length() > digits.length();
            numbers.add(padded ? "0".repeat(low.length() - digits.length()) + digits : digits);
        }
        return numbers;
    }

    private List<String> letters(Matcher range) {
        char first = range.group(3).charAt(0);
        char last = range.group(4).charAt(0);
        if (Character.isUpperCase(first) != Character.isUpperCase(last)) {
            throw source.wrong(line, Source.quoted(range.group()), "letters that are both small or both capital");
        }
        List<String> letters = new ArrayList<>();
        long step = step(range, first, last);
        for (long letter = first; letter <= last; letter += step) {
            letters.add(String.valueOf((char) letter));
        }
        return letters;
    }

    private long step(Matcher range, long first, long last) {
        long step = range.group(5) == null ? 1 : Long.parseLong(range.group(5));
        if (last < first || step == 0) {
            throw source.wrong(line, Source.quoted(range.group()), "a range that goes up, as in [01:20] or [0:8:2]");
        }
        if ((last - first) / step >= HostListBuilder.MOST_HOSTS) {
            throw source.wrong(line, Source.quoted(range.group()) + ": more than 65,536 hosts", "at most as many");
        }
        return step;
    }
}
