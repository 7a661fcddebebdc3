package dev.sluice.app.each;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.Journal;
import dev.sluice.app.each.output.LoggedCommands;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.template.CommandTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A job log without a journal, such as one of GNU parallel: a run that resumes takes over which commands have run. It
 * finds them by their text, because the inputs may have other numbers now. Confined to one thread.
 */
final class EarlierLog {
    /** Stands between two words, which no command contains outside of quotes. */
    private static final char BETWEEN = '\0';

    /** How commands ended, by their text; a list for equal ones. */
    private final Map<String, Deque<Boolean>> ended = new HashMap<>();

    private long left;

    private EarlierLog() {}

    /** Reads the log; one that is missing or empty has no command. */
    private static EarlierLog read(Path log) throws IOException {
        EarlierLog earlier = new EarlierLog();
        if (Files.exists(log) && Files.size(log) > 0) {
            LoggedCommands.read(log, (number, success, command) -> {
                earlier.ended
                        .computeIfAbsent(unquoted(command), text -> new ArrayDeque<>(1))
                        .add(success);
                earlier.left++;
            });
        }
        return earlier;
    }

    /**
     * Records the commands of the log in a journal that has none.
     *
     * @param before output of commands that was there before this run
     * @param news told what was found
     */
    static void adopt(
            OutputSettings settings,
            Path directory,
            Optional<String> before,
            InputSpool all,
            CommandKeys keys,
            CommandTemplate template,
            Journal journal,
            Consumer<String> news)
            throws IOException, InterruptedException {
        String log = settings.jobLogFile();
        EarlierLog earlier = log.isEmpty() ? new EarlierLog() : read(BytePath.resolve(directory, log));
        if (earlier.left == 0) {
            settings.requireKnown(before);
            news.accept(settings.resuming() + ": " + journal + " is new: all commands run");
            return;
        }
        long logged = earlier.left;
        for (long seen = 0; ; ) {
            long there = Math.max(all.await(seen), all.count());
            if (there == seen) {
                break;
            }
            for (; seen < there; seen++) {
                Input input = all.get(seen);
                Deque<Boolean> same = earlier.ended.get(unquoted(template.shown(input, 1)));
                if (same != null && !same.isEmpty()) {
                    journal.record(keys.of(input), same.remove());
                    earlier.left--;
                }
            }
        }
        journal.adopt();
        news.accept(settings.resuming() + ": " + ByteText.shown(log) + " has no journal; " + (logged - earlier.left)
                + " of its " + logged + " commands are commands of this run");
    }

    /** A command without its quotes, of which programs set different ones. */
    static String unquoted(byte[] command) {
        String text = new String(command, StandardCharsets.ISO_8859_1);
        StringBuilder words = new StringBuilder(text.length());
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char at = text.charAt(i);
            if (quote == '\'' && at != quote) {
                words.append(at);
            } else if (at == quote) {
                quote = 0;
            } else if (quote == 0 && (at == '\'' || at == '"')) {
                quote = at;
            } else if (at == '\\' && i + 1 < text.length()) {
                i++;
                words.append(text.charAt(i));
            } else {
                words.append(quote == 0 && at == ' ' ? BETWEEN : at);
            }
        }
        return words.toString();
    }
}
