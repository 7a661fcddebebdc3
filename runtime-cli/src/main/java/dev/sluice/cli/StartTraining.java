package dev.sluice.cli;

import dev.sluice.launch.JavaOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs typical commands once each in this process, so that a JVM that archives its loaded classes archives those of all
 * these commands. {@code ./sluice} starts this class to write its class archives. What the commands print is of no use.
 * A command that fails is ignored: the archive then lacks the classes that only this command loads.
 */
public final class StartTraining {
    private StartTraining() {}

    /**
     * @param arguments nothing for the commands that only print; or, for the commands that compute, the jar of the
     *     Mandelbrot application and a directory for what these write
     */
    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            trainPrinting();
        } else {
            trainComputing(arguments[0], Path.of(arguments[1]));
        }
        System.exit(0); // a failed command may have left a thread
    }

    private static void trainPrinting() {
        execute("--version");
        execute("--help");
        execute("explain", "E101");
        execute("config", "show");
    }

    private static void trainComputing(String jar, Path directory) {
        System.setProperty(JavaOptions.TRAINING, "true");
        execute("run", jar, "--help");
        execute("simulate", "--hosts", "4", "--units", "100", "--unit-time", "50ms");
        run(jar, directory, "embedded");
        run(jar, directory, "workers", "--local", "1");
        execute("each", "--run-dir", "" + directory.resolve("each"), "-k", "true", ":::", "1", "2");
    }

    private static void run(String jar, Path directory, String name, String... options) {
        List<String> line = new ArrayList<>(List.of("run", jar, "--run-dir", "" + directory.resolve(name)));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "--width", "256", "--height", "192"));
        line.addAll(List.of("--out", "" + directory.resolve(name + ".png")));
        execute(line.toArray(String[]::new));
    }

    private static void execute(String... line) {
        try {
            SluiceMaster.execute(line);
        } catch (RuntimeException e) {
            System.err.println(String.join(" ", line) + ": " + e);
        }
    }
}
