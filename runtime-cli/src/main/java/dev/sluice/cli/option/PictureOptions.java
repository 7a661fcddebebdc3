package dev.sluice.cli.option;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Files with pictures of a result. */
public final class PictureOptions {
    @Option(names = "--svg", paramLabel = "FILE", description = "write the result as an SVG picture")
    private @Nullable Path svg;

    @Option(names = "--html", paramLabel = "FILE", description = "write the result as an HTML page with pictures")
    private @Nullable Path html;

    /** Returns whether any file was asked for. */
    public boolean asked() {
        return svg != null || html != null;
    }

    /** Writes the files that were asked for. */
    public void write(Supplier<String> picture, Supplier<String> page) {
        OutputFile.write("--svg", svg, picture);
        OutputFile.write("--html", html, page);
    }
}
