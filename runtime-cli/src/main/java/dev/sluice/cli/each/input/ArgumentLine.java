package dev.sluice.cli.each.input;

import dev.sluice.app.each.job.ByteText;
import java.util.ArrayList;
import java.util.List;

/**
 * The words behind the options: a command and sources of inputs, in GNU parallel's grammar. Words are byte strings: one
 * char for each byte (ISO 8859-1).
 */
record ArgumentLine(List<byte[]> command, List<ArgumentSource> sources) {
    private static final String FILES = "::::";

    /** Divides the words. {@code ::: :::: :::+ ::::+} begin a source. */
    static ArgumentLine of(List<byte[]> words) {
        List<byte[]> command = new ArrayList<>();
        List<ArgumentSource> sources = new ArrayList<>();
        String separator = "";
        List<byte[]> values = new ArrayList<>();
        for (byte[] word : words) {
            String text = BytesText.of(word);
            if (text.matches(":::\\+?|::::\\+?")) {
                add(separator, values, command, sources);
                separator = text;
                values = new ArrayList<>();
            } else {
                values.add(word);
            }
        }
        add(separator, values, command, sources);
        return new ArgumentLine(command, sources);
    }

    private static void add(String separator, List<byte[]> values, List<byte[]> command, List<ArgumentSource> sources) {
        boolean linked = separator.endsWith("+") && !sources.isEmpty();
        if (separator.isEmpty()) {
            command.addAll(values);
        } else if (separator.startsWith(FILES)) {
            for (byte[] file : values) {
                sources.add(new ArgumentSource.Text(FILES, ByteText.text(file), linked));
            }
        } else {
            sources.add(new ArgumentSource.Arguments(values, linked));
        }
    }
}
