package dev.sluice.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real Slurm cluster of three nodes with two processors each, by deploy/slurm-lab. */
final class SlurmCluster implements AutoCloseable {
    private final LabCommand lab;

    private SlurmCluster(LabCommand lab) {
        this.lab = lab;
    }

    static SlurmCluster start(Path directory) throws IOException, InterruptedException {
        return new SlurmCluster(LabCommand.start(directory, "deploy/slurm-lab/slurm-lab", "SLURM_CONF"));
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Why there is none; empty when it is there. */
    String missing() {
        return lab.missing();
    }

    /** The environment in which Slurm's commands use this cluster. */
    Map<String, String> environment() {
        return Map.of("SLURM_CONF", lab.printed().toString());
    }

    /** All of its state. */
    Path state() {
        return lab.printed().getParent();
    }

    /** Returns the output of one of Slurm's commands, which must succeed. */
    String ask(String... command) throws IOException, InterruptedException {
        return LabCommand.ask(environment(), command);
    }

    /** Three whole nodes for as long as it is open. */
    Allocation allocate() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                "salloc", "--quiet", "--nodes=3", "--exclusive", "sh", "-c", "env | grep '^SLURM_'; echo; exec cat");
        builder.environment().putAll(environment());
        return new Allocation(
                builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }

    /** A shell below salloc. */
    static final class Allocation implements AutoCloseable {
        private final Process salloc;
        private final Map<String, String> environment = new HashMap<>();

        private Allocation(Process salloc) throws IOException {
            this.salloc = salloc;
            BufferedReader lines = lines(salloc);
            for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
                environment.put(line.split("=", 2)[0], line.split("=", 2)[1]);
            }
        }

        Map<String, String> environment() {
            return environment;
        }

        String job() {
            return environment.getOrDefault("SLURM_JOB_ID", "");
        }

        @Override
        public void close() throws IOException, InterruptedException {
            salloc.getOutputStream().close();
            if (!salloc.waitFor(20, TimeUnit.SECONDS)) {
                salloc.destroyForcibly();
            }
        }
    }

    /** Command lines of all processes of this machine that hold this text. */
    static List<String> processesWith(String text) throws IOException {
        List<String> found = new ArrayList<>();
        for (String file : List.of("cmdline", "environ")) {
            for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
                try {
                    String content = new String(
                            Files.readAllBytes(Path.of("/proc", String.valueOf(each.pid()), file)),
                            StandardCharsets.ISO_8859_1);
                    if (content.contains(text)) {
                        found.add(file + " of " + each.pid() + ": " + content.replace('\0', ' '));
                    }
                } catch (IOException gone) {
                    // it has ended meanwhile
                }
            }
        }
        return found;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        lab.close();
    }
}
