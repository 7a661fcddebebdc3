package dev.sluice.cli.pool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start this program again. */
final class OwnCommand {
    private OwnCommand() {}

    /** The words before those of a command: the script with which this process was started, or this JVM. */
    static List<String> words() {
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
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.sluice.cli.SluiceMaster"));
        return words;
    }
}
