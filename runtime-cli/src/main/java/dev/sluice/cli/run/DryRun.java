package dev.sluice.cli.run;

import dev.sluice.launch.Launcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands that do by hand what a run would do; starts nothing and writes nothing. */
final class DryRun {
    /** Options that the commands replace. */
    private static final Set<String> REPLACED = Stream.concat(
                    Stream.of(
                            "--dry-run",
                            "--local",
                            "--hosts",
                            "--host",
                            "--plan",
                            "--ssh",
                            "--tree",
                            "--listen",
                            "--run-dir",
                            "--run-file",
                            "--worker-jar",
                            "--worker-java-options",
                            "--slots",
                            "--slurm",
                            "--slurm-options"),
                    RunRequest.Planning.OPTIONS.stream())
            .collect(Collectors.toUnmodifiableSet());

    private DryRun() {}

    /** The command that computes in its own process. */
    static List<String> embedded(RunRequest request) {
        List<String> words = start(request, Set.of("--dry-run"));
        addArguments(request, words);
        return List.of(
                "# nothing was started; this command starts no other process and does not listen",
                Launcher.line(words));
    }

    /** The commands, one a line; remarks begin with {@code #}. */
    static List<String> of(RunRequest request, List<Launcher> launchers, Path directory, Path runFile) {
        List<String> lines = new ArrayList<>();
        lines.add("# nothing was started; to run by hand, start the master");
        lines.add(Launcher.line(master(request, directory, runFile)));
        lines.add("# once it listens, start each worker in its own terminal");
        launchers.forEach(launcher -> lines.addAll(launcher.byHand(runFile)));
        return lines;
    }

    private static List<String> master(RunRequest request, Path directory, Path runFile) {
        List<String> words = start(request, REPLACED);
        String everywhere = request.workers().others() ? "0.0.0.0:0" : "127.0.0.1:0";
        String listen = request.master().listen();
        words.addAll(List.of("--local", "0", "--listen", listen == null ? everywhere : listen));
        words.addAll(List.of("--run-dir", directory.toString(), "--run-file", runFile.toString()));
        addArguments(request, words);
        return words;
    }

    private static List<String> start(RunRequest request, Set<String> replaced) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                masterJar(),
                "run",
                request.application().jar().toString()));
        words.addAll(request.reporting().forwarded().typed(replaced));
        return words;
    }

    private static void addArguments(RunRequest request, List<String> words) {
        List<String> arguments = request.application().arguments();
        if (!arguments.isEmpty()) {
            words.add("--");
            words.addAll(arguments);
        }
    }

    private static String masterJar() {
        String path = System.getProperty("java.class.path", "");
        return path.endsWith(".jar") && !path.contains(":") ? path : "sluice-master.jar";
    }
}
