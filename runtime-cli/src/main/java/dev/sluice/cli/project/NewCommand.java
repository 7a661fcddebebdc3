package dev.sluice.cli.project;

import dev.sluice.cli.option.TypedCommand;
import dev.sluice.json.Json;
import dev.sluice.model.Build;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a project that builds and runs, for a user's own application. */
@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        description = "It is a Maven project with an application that counts primes, tests and a README. "
                + "Installs the API and the runtime into Maven's local repository, where the build finds "
                + "them.",
        exitCodeList = {
            "0:the project was created",
            "2:a name that Maven or Java does not accept, or a directory that is not empty",
            "4:the project was created, but Maven is missing or failed",
            "5:internal error in Sluice"
        })
final class NewCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "name of the project and its jar, such as my-app")
    private String name = "";

    @Option(
            names = "--package",
            paramLabel = "NAME",
            description = "package of the sources, such as org.example.primes (default: NAME in lower case)")
    private @Nullable String packageName;

    @Option(names = "--directory", paramLabel = "DIR", description = "directory for the project (default: NAME)")
    private @Nullable Path directory;

    @Option(names = "--no-install", description = "do not change Maven's local repository")
    private boolean keep;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    NewCommand() {}

    @Override
    public Integer call() throws Exception {
        ProjectName names = ProjectName.of(name, packageName);
        Path where = directory == null ? Path.of(names.name()) : directory;
        List<Path> files = new Project(names, Build.version()).write(where);
        if (!json) {
            print(names, where);
        }
        if (!keep) {
            InstallCommand.install();
        }
        if (json) {
            spec.commandLine().getOut().println(json(names, where, files));
        }
        return 0;
    }

    private void print(ProjectName names, Path where) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(where + " is there: an application, " + names.packageName() + "." + names.className()
                + ", that counts primes, and tests of it. Next:");
        out.println();
        out.println("  cd " + where);
        out.println("  mvn verify");
        out.println("  " + TypedCommand.ofProcess().line("run", "target/" + names.name() + ".jar", "--local", "2"));
        out.println();
        out.println("README.md says what is where, and how to make it yours.");
        out.flush();
    }

    private static String json(ProjectName names, Path where, List<Path> files) {
        return Json.object(json -> {
            json.writeStringField("schema", "sluice-project-1");
            json.writeStringField("name", names.name());
            json.writeStringField(
                    "directory", where.toAbsolutePath().normalize().toString());
            json.writeStringField("package", names.packageName());
            json.writeStringField("class", names.packageName() + "." + names.className());
            json.writeStringField("sluiceVersion", Build.version());
            Json.strings(json, "files", files.stream().map(Path::toString).toList());
        });
    }
}
