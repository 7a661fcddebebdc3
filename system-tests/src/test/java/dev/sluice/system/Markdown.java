package dev.sluice.system;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A document, with its fenced blocks and its links. */
record Markdown(List<String> lines) {
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)#\\s]+)(#[^)]*)?\\)");

    /**
     * A fenced block.
     *
     * @param language the word behind the fence, or empty
     * @param above the line above the fence, or empty
     * @param from index of the first line inside the fence
     */
    record Block(String language, String above, int from, List<String> lines) {}

    static Markdown of(String text) {
        return new Markdown(text.lines().toList());
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith("```")) {
                continue;
            }
            int end = i + 1;
            while (!lines.get(end).equals("```")) {
                end++;
            }
            String above = i == 0 ? "" : lines.get(i - 1);
            blocks.add(new Block(lines.get(i).substring(3).strip(), above, i + 1, lines.subList(i + 1, end)));
            i = end;
        }
        return blocks;
    }

    /** Links to files of the checkout, without those to places inside a page. */
    List<String> localLinks() {
        List<String> links = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = LINK.matcher(line);
            while (matcher.find()) {
                if (!matcher.group(1).contains("://") && !matcher.group(1).startsWith("mailto:")) {
                    links.add(matcher.group(1));
                }
            }
        }
        return links;
    }

    /** The document with other lines in one block. */
    String with(Block block, List<String> replacement) {
        List<String> result = new ArrayList<>(lines.subList(0, block.from()));
        result.addAll(replacement);
        result.addAll(lines.subList(block.from() + block.lines().size(), lines.size()));
        return String.join("\n", result) + "\n";
    }
}
