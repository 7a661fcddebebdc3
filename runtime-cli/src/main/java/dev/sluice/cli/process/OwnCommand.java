package dev.sluice.cli.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The words with which a process starts this program again, in any directory: all paths are absolute. What a person
 * types instead, shorter and for a shell, is {@link dev.sluice.cli.option.TypedCommand}.
 */
public final class OwnCommand {
    private OwnCommand() {}

    /** The words before those of a command: the script with which this process was started, or this JVM. */
    public static List<String> words() {
        Optional<String> script = script();
        if (script.isPresent()) {
            return List.of(script.get());
        }
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String worker = System.getProperty("sluice.worker.jar", "");
        if (!worker.isEmpty()) {
            words.add("-Dsluice.worker.jar=" + worker);
        }
        words.addAll(List.of("-cp", classPath(), "dev.sluice.cli.SluiceMaster"));
        return words;
    }

    /** The script with which this process was started: an absolute path, or a name that the search path has. */
    public static Optional<String> script() {
        return Optional.ofNullable(System.getProperty("sluice.script")).filter(script -> !script.isEmpty());
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
