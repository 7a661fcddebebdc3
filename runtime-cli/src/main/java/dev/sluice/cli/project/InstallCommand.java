package dev.sluice.cli.project;

import dev.sluice.launch.WorkerJar;
import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Gives the builds of users' projects the API and the runtime. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        description = "Installs the runtime too, for projects of 'sluice new', which does so by itself on its machine.",
        exitCodeList = {
            "0:success",
            "2:a jar of this Sluice is missing",
            "4:Maven is missing or failed",
            "5:internal error in Sluice"
        })
final class InstallCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    InstallCommand() {}

    @Override
    public Integer call() throws Exception {
        install();
        PrintWriter out = spec.commandLine().getOut();
        for (String artifact : List.of("runtime-api", "sluice-master", "sluice-worker")) {
            out.println("dev.sluice:" + artifact + ":" + Build.version());
        }
        out.flush();
        return 0;
    }

    /** Installs the jar that this code comes from, with the jars that belong to it. */
    static void install() throws InterruptedException {
        Path master = WorkerJar.masterJar();
        if (master == null || !Files.isRegularFile(master)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "sluice-master.jar: " + master + " (expected: the jar that this command is in)");
        }
        new LocalRepository("mvn")
                .install(new LocalRepository.Jars(apiJar(master), master, WorkerJar.find(null)), Build.version());
    }

    /** In a distribution beside the master's, in a checkout where it was built. */
    private static Path apiJar(Path master) {
        Path beside = master.resolveSibling("runtime-api.jar");
        Path built = master.resolveSibling("../../runtime-api/target/runtime-api-" + Build.version() + ".jar")
                .normalize();
        return firstOf(beside, built);
    }

    private static Path firstOf(Path beside, Path built) {
        for (Path candidate : List.of(beside, built)) {
            if (Files.isRegularFile(candidate)) {
                return candidate.toAbsolutePath();
            }
        }
        throw new SluiceException(
                ErrorCode.FILE_NOT_FOUND,
                "runtime-api.jar: not at " + beside + ", nor at " + built + " (expected: beside sluice-master.jar)");
    }
}
