package dev.sluice.benchmarks.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A test network that exists until it is closed, or until this process ends. */
public final class TestNetwork implements AutoCloseable {
    private static final String UP = "up";

    private final Path lab;
    private final String id;
    private final Process keeper;

    private TestNetwork(Path lab, String id, Process keeper) {
        this.lab = lab;
        this.id = id;
        this.keeper = keeper;
    }

    /** Builds the network, which lasts until a command reads the end of this process's pipe. */
    static TestNetwork up(Path lab, Path view, String id) throws IOException {
        Process keeper = new ProcessBuilder(
                        lab.toString(),
                        "run",
                        view.toString(),
                        "--id",
                        id,
                        "--",
                        "sh",
                        "-c",
                        "echo " + UP + "; exec cat")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said =
                new BufferedReader(new InputStreamReader(keeper.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (!UP.equals(said)) {
            throw new IOException(view + ": " + said + " (expected: a test network that can be built)");
        }
        return new TestNetwork(lab, id, keeper);
    }

    /** The words that run a command on one of its hosts. */
    public List<String> on(String host, List<String> command) {
        List<String> words = new ArrayList<>(List.of(lab.toString(), "exec", "--id", id, host));
        words.addAll(command);
        return words;
    }

    /** Starts to change processors and links as a load file says, from now on; ends with its last step. */
    public Process load(Path file) throws IOException {
        return new ProcessBuilder(lab.toString(), "load", "--id", id, file.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A command on this machine for which the network is the current one. */
    ProcessBuilder beside(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SLUICE_LAB", id);
        return builder;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        keeper.getOutputStream().close();
        keeper.waitFor();
    }
}
