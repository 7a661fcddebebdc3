package dev.sluice.system;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a source file that a document shows. In the source it lies between the lines {@code // tag::readme[]} and
 * {@code // end::readme[]}, which begin with {@code #} in Python; in the document it is the block under the line
 * {@code <!-- listing: PATH -->}.
 */
final class Listing {
    private static final Pattern MARK = Pattern.compile("<!-- listing: (\\S+) -->");

    private Listing() {}

    /** The path of the source that a block shows, or empty when it shows none. */
    static String source(Markdown.Block block) {
        Matcher matcher = MARK.matcher(block.above());
        return matcher.matches() ? matcher.group(1) : "";
    }

    /** The marked lines, moved to the left margin. */
    static List<String> of(String source) {
        List<String> lines = source.lines().toList();
        int begin = indexOf(lines, "// tag::readme[]");
        int end = indexOf(lines, "// end::readme[]");
        List<String> region = lines.subList(begin + 1, end);
        int margin = region.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        return region.stream()
                .map(line -> line.isBlank() ? "" : line.substring(margin))
                .toList();
    }

    private static int indexOf(List<String> lines, String mark) {
        String inPython = mark.replace("//", "#");
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.equals(mark) || line.equals(inPython)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no line '" + mark + "' (expected: one before and one after what is shown)");
    }
}
