package dev.sluice.master;

import dev.sluice.api.ApplicationClassLoader;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs an application: serially, on workers of this machine, or on workers that join. */
@Command(
        name = "run",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Runs an application: serially, on workers of this machine, or on workers that join from others.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    RunCommand() {}

    @Override
    public Integer call() throws Exception {
        Instant started = Instant.now();
        Path jar = options.application;
        if (jar == null) {
            return helpOrComplain();
        }
        List<Path> jars = new ArrayList<>(List.of(jar));
        jars.addAll(options.classPath);
        Hosted<?, ?, ?> application = load(jars);
        if (options.help) {
            usage();
            PrintWriter out = spec.commandLine().getOut();
            out.println();
            out.println("Options of " + application.className() + ":");
            out.print(application.usage("run " + jar + " [OPTIONS] --"));
            out.flush();
            return 0;
        }
        try {
            application.parse(options.arguments);
        } catch (ApplicationException wrong) {
            throw new CommandException(ErrorCode.APPLICATION_ARGUMENTS, String.valueOf(wrong.getMessage()), wrong);
        }
        Output output = Output.of(
                options, spec.commandLine().getOut(), spec.commandLine().getErr());
        RunTerms terms = RunTerms.of(application.className(), options.arguments, started);
        RunEnd end = options.serial
                ? new SerialCommand(application, terms, output).run()
                : new ClusterRun(options, application, jars, terms, output).run();
        return output.end(end);
    }

    private void usage() {
        spec.usageMessage().footer(RunOptions.policies());
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private int helpOrComplain() {
        if (options.help) {
            usage();
            return 0;
        }
        throw new ParameterException(
                spec.commandLine(), "APP: missing (expected: the application's jar, or a name such as mandelbrot)");
    }

    private Hosted<?, ?, ?> load(List<Path> jars) {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            if (!Files.isReadable(jar) || Files.isDirectory(jar)) {
                throw new CommandException(
                        ErrorCode.FILE_NOT_FOUND, "application: " + jar + " (expected: a jar that can be read)");
            }
            try {
                urls.add(jar.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new CommandException(ErrorCode.FILE_NOT_FOUND, "application: " + jar, impossible);
            }
        }
        ApplicationClassLoader loader = new ApplicationClassLoader(urls);
        try {
            return Hosted.load(loader, options.className);
        } catch (ApplicationException unusable) {
            close(loader);
            ErrorCode code = switch (unusable.kind()) {
                case NO_APPLICATION -> ErrorCode.NO_APPLICATION;
                case BAD_APPLICATION, ARGUMENTS -> ErrorCode.BAD_APPLICATION;
                case THREW, RETURNED_NULL -> ErrorCode.APPLICATION_FAILED;
            };
            throw new CommandException(code, jars.get(0) + ": " + unusable.getMessage(), unusable);
        }
    }

    private static void close(ApplicationClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            // nothing more to give back
        }
    }
}
