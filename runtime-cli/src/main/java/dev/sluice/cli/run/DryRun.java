package dev.sluice.cli.run;

import dev.sluice.launch.Launcher;
import dev.sluice.master.report.RunDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ParseResult;

/** The commands that do by hand what a run would do; starts nothing and writes nothing. */
final class DryRun {
    /** Options that the commands replace. */
    private static final Set<String> REPLACED = Set.of(
            "--dry-run",
            "--local",
            "--hosts",
            "--host",
            "--plan",
            "--view",
            "--master-computes",
            "--min-gain",
            "--ssh",
            "--tree",
            "--listen",
            "--run-dir",
            "--run-file",
            "--worker-jar",
            "--worker-java-options",
            "--slots",
            "--slurm",
            "--slurm-options");

    private DryRun() {}

    /** The commands, one a line; remarks begin with {@code #}. */
    static List<String> of(RunOptions options, ParseResult typed, List<Launcher> launchers, Path directory) {
        Path runFile = options.runFile == null ? RunDirectory.runFile(directory) : options.runFile;
        List<String> lines = new ArrayList<>();
        lines.add("# nothing was started; to do the same by hand, first the master");
        lines.add(Launcher.line(master(options, typed, directory, runFile)));
        lines.add("# and when it listens, each worker in a terminal of its own");
        launchers.forEach(launcher -> lines.addAll(launcher.byHand(runFile)));
        return lines;
    }

    private static List<String> master(RunOptions options, ParseResult typed, Path directory, Path runFile) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                masterJar(),
                "run",
                String.valueOf(options.application)));
        words.addAll(Forwarded.typed(typed, REPLACED));
        String everywhere = options.wantsOthers() ? "0.0.0.0:0" : "127.0.0.1:0";
        words.addAll(List.of("--local", "0", "--listen", options.listen == null ? everywhere : options.listen));
        words.addAll(List.of("--run-dir", directory.toString(), "--run-file", runFile.toString()));
        if (!options.arguments.isEmpty()) {
            words.add("--");
            words.addAll(options.arguments);
        }
        return words;
    }

    private static String masterJar() {
        String path = System.getProperty("java.class.path", "");
        return path.endsWith(".jar") && !path.contains(":") ? path : "sluice-master.jar";
    }
}
