package dev.sluice.cli.run;

import dev.sluice.master.RunEnd;
import dev.sluice.model.SluiceException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Commands of the user that follow the end of a run, with its facts in their environment. Their own failure costs a
 * line, and never changes how the run ended.
 *
 * @param onEnd after any end
 * @param onFail after an end whose exit code is not 0, before those
 * @param after directories of runs that have to succeed before this one begins
 */
public record EndHooks(List<String> onEnd, List<String> onFail, List<Path> after) {
    /** No command. */
    public static final EndHooks NONE = new EndHooks(List.of(), List.of(), List.of());

    public EndHooks {
        onEnd = List.copyOf(onEnd);
        onFail = List.copyOf(onFail);
        after = List.copyOf(after);
    }

    /**
     * The facts of a run that has ended.
     *
     * @param run its id; empty if it is not known here
     * @param directory with its report; empty if it has none
     * @param units accepted; negative if unknown
     * @param failed units, or commands of {@code each}, without success; negative if unknown
     */
    public record Facts(String run, String application, String directory, double seconds, long units, long failed) {
        Map<String, String> environment(RunEnd end) {
            Map<String, String> all = new TreeMap<>();
            all.put("SLUICE_RUN", run);
            all.put("SLUICE_APPLICATION", application);
            all.put("SLUICE_DIRECTORY", directory);
            all.put("SLUICE_STATE", end.outcome().name().toLowerCase(Locale.ROOT));
            all.put("SLUICE_EXIT", Integer.toString(end.exitCode()));
            all.put("SLUICE_ERROR", end.code().number() == 0 ? "" : end.code().toString());
            all.put("SLUICE_TEXT", end.text());
            all.put("SLUICE_SECONDS", String.format(Locale.ROOT, "%.3f", seconds));
            all.put("SLUICE_UNITS", units < 0 ? "" : Long.toString(units));
            all.put("SLUICE_FAILED", failed < 0 ? "" : Long.toString(failed));
            return all;
        }
    }

    /** A run from its begin to its end. */
    @FunctionalInterface
    public interface Run {
        RunEnd run() throws Exception;
    }

    /**
     * Carries a run out, and then the commands, also if it did not begin.
     *
     * @param facts of the run after this end
     */
    public RunEnd around(Run run, Function<RunEnd, Facts> facts, Consumer<String> say) throws Exception {
        RunEnd end;
        try {
            end = run.run();
        } catch (SluiceException refused) {
            RunEnd failed = RunEnd.failed(refused.code(), String.valueOf(refused.getMessage()));
            follow(failed, facts.apply(failed), say);
            throw refused;
        }
        follow(end, facts.apply(end), say);
        return end;
    }

    /** Runs the commands one after the other, and waits for each. */
    void follow(RunEnd end, Facts facts, Consumer<String> say) throws InterruptedException {
        List<String> commands = new ArrayList<>(end.exitCode() == 0 ? List.of() : onFail);
        commands.addAll(onEnd);
        for (String command : commands) {
            try {
                int code = execute(command, facts.environment(end));
                if (code != 0) {
                    say.accept("the command after the end exited with " + code + ": " + command);
                }
            } catch (IOException failure) {
                say.accept("the command after the end did not start: " + failure.getMessage());
            }
        }
    }

    /**
     * Runs a command until it has ended; returns its exit code. What it prints goes to standard error, because results
     * have standard output.
     */
    private static int execute(String command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of("/bin/sh", "-c", command))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (InputStream printed = process.getInputStream();
                OutputStream out = new FileOutputStream(FileDescriptor.err)) {
            printed.transferTo(out);
        }
        return process.waitFor();
    }
}
