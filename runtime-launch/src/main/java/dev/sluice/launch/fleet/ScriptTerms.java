package dev.sluice.launch.fleet;

import dev.sluice.launch.JavaOptions;
import dev.sluice.launch.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Terms of a fleet that a script starts. All paths are absolute.
 *
 * @param script the user's program with the four verbs
 * @param runFile the pool's file for agents; has a secret
 * @param jar {@code sluice-worker.jar}
 * @param java options of the agents' JVM
 * @param slots of each agent; 0 for as many as its host has cores
 * @param name beginning of the names that the script gives: letters, digits and hyphens
 * @param logs directory in which the script runs, for output of the agents
 */
public record ScriptTerms(Path script, Path runFile, Path jar, List<String> java, int slots, String name, Path logs) {
    public ScriptTerms {
        java = List.copyOf(java);
        if (slots < 0 || !name.matches("[A-Za-z][A-Za-z0-9-]{0,30}")) {
            throw new IllegalArgumentException("fleet '" + name + "' with " + slots + " slots for each agent (expected:"
                    + " at most 31 letters, digits and hyphens; 0 or more slots)");
        }
    }

    /** The command of an agent for a shell; the script adds {@code --name ID}. */
    String agent() {
        Path program = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(JavaOptions.ofWorkers(jar, null, false));
        words.addAll(java);
        words.addAll(List.of("-jar", jar.toString(), "join", "--transport", "tcp"));
        if (slots > 0) {
            words.addAll(List.of("--slots", String.valueOf(slots)));
        }
        words.add(runFile.toString());
        return Shell.command(words);
    }

    /**
     * The variables of the contract in docs/queues.md, which the script gets in addition to the pool's own.
     *
     * @param batch a name that no other call got
     */
    Map<String, String> variables(String batch) {
        return new TreeMap<>(Map.of(
                "SLUICE_AGENT",
                agent(),
                "SLUICE_RUNFILE",
                runFile.toString(),
                "SLUICE_JAR",
                jar.toString(),
                "SLUICE_SLOTS",
                String.valueOf(slots),
                "SLUICE_NAME",
                name,
                "SLUICE_BATCH",
                batch,
                "SLUICE_LOGS",
                logs.toString()));
    }
}
