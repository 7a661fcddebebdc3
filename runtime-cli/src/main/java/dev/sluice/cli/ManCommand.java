package dev.sluice.cli;

import dev.sluice.cli.option.OutputFile;
import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes pages of the manual. */
@Command(
        name = "man",
        mixinStandardHelpOptions = true,
        description = {"Read them with man:", "sluice man ~/.local/share/man/man1 && man sluice-run"})
final class ManCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "directory for the pages; created if missing")
    private Path directory;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ManCommand() {}

    @Override
    public Integer call() {
        Map<String, String> pages = ManPages.of(SluiceMaster.unconfigured(), "sluice " + Build.version());
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    "DIR: " + directory + ": " + FileTrouble.said(e) + " (expected: a directory)",
                    e);
        }
        pages.forEach((name, text) -> OutputFile.write("DIR", directory.resolve(name), () -> text));
        spec.commandLine().getOut().printf("%d pages in %s%n", pages.size(), directory);
        return 0;
    }
}
