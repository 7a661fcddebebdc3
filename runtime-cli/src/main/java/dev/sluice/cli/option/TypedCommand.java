package dev.sluice.cli.option;

import dev.sluice.cli.process.OwnCommand;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.WorkerJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of Sluice as a person can type them in the current directory: by the script that started this process,
 * in a checkout, an archive or a package, or else by the jars. What starts the program again in another process is
 * {@link OwnCommand}.
 *
 * @param sluice the words of the operator's command
 * @param worker the words of the command that {@code join} follows
 */
public record TypedCommand(List<String> sluice, List<String> worker) {
    private static final Pattern NAMED = Pattern.compile("'sluice( [^']*)'");

    /** The commands that work where this process was started. */
    public static TypedCommand ofProcess() {
        return OwnCommand.script()
                .map(script -> new TypedCommand(List.of(script), List.of(script)))
                .orElseGet(() -> new TypedCommand(
                        java("sluice-master.jar", WorkerJar::ofMaster),
                        java("sluice-worker.jar", () -> WorkerJar.find(null))));
    }

    private static List<String> java(String name, Supplier<Path> jar) {
        return List.of("java", "-jar", path(name, jar));
    }

    /** The path of the jar; its name alone if it is in the current directory, or if this code is in no such jar. */
    private static String path(String name, Supplier<Path> jar) {
        try {
            Path found = jar.get().toAbsolutePath();
            boolean here = found.equals(Path.of(name).toAbsolutePath());
            return here || !found.endsWith(name) ? name : found.toString();
        } catch (LaunchException missing) {
            return name;
        }
    }

    /** The operator's command with these words, as a line for a shell. */
    public String line(String... words) {
        return line(sluice, List.of(words));
    }

    /** The command with which a worker joins, as a line for a shell. */
    public String join(Path runFile) {
        return line(worker, List.of("join", runFile.toString()));
    }

    private static String line(List<String> command, List<String> words) {
        List<String> all = new ArrayList<>(command);
        all.addAll(words);
        return Launcher.line(all);
    }

    /**
     * The sentence with each command that it names, such as {@code 'sluice hosts history'}, as it can be typed. A
     * command that has quotes in it stands in double quotes.
     */
    public String in(String sentence) {
        String typed = line();
        return typed.contains("'")
                ? NAMED.matcher(sentence).replaceAll(Matcher.quoteReplacement("\"" + typed) + "$1\"")
                : sentence.replace("'sluice ", "'" + typed + " ");
    }
}
