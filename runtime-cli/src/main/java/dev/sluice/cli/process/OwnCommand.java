package dev.sluice.cli.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The words that start this program again, in any directory. */
public final class OwnCommand {
    private OwnCommand() {}

    /** The words before those of a command: the script with which this process was started, or this JVM. */
    public static List<String> words() {
        String script = System.getProperty("sluice.script", "");
        if (!script.isEmpty()) {
            return List.of(script);
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

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
