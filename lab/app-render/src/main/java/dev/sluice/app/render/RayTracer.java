package dev.sluice.app.render;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts POV-Ray.
 *
 * @param program name or path
 */
record RayTracer(String program) {
    private static final String PICTURE = ".sluice-picture.ppm";
    private static final String LOG = ".sluice-log";
    private static final int MOST_LINES = 6;

    /** Name and version of the program. Throws with what to do if this host does not have it. */
    String version() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("sluice-render-").toAbsolutePath();
        try {
            run(directory, List.of("--version"));
            return Files.readString(directory.resolve(LOG), StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(line -> line.startsWith("POV-Ray "))
                    .findFirst()
                    .orElseThrow(() -> new IOException(
                            program + " --version names no POV-Ray (expected: the program of POV-Ray 3.7)"));
        } finally {
            SceneFiles.delete(directory);
        }
    }

    /** Renders a tile on one thread. Returns red, green and blue of each pixel, row by row. */
    byte[] render(SceneView view, Patch patch, SceneFiles files) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("+WT1"));
        if (patch.x() > 0) {
            arguments.add("+SC" + (patch.x() + 1));
        }
        if (patch.y() > 0) {
            arguments.add("+SR" + (patch.y() + 1));
        }
        arguments.add("+EC" + (patch.x() + patch.columns()));
        arguments.add("+ER" + (patch.y() + patch.rows()));
        return render(view, files, arguments).cut(patch);
    }

    /** Renders the whole picture in one piece, on all processors. */
    byte[] renderWhole(SceneView view, SceneFiles files) throws IOException, InterruptedException {
        return render(view, files, List.of()).cut(view.whole());
    }

    /** Anti-aliasing is off, because it would compare the pixels at the edges of a tile with those beyond them. */
    private PortablePixmap render(SceneView view, SceneFiles files, List<String> part)
            throws IOException, InterruptedException {
        Path directory = files.directory(view.scene());
        try {
            List<String> arguments = new ArrayList<>(List.of(
                    "+I" + view.scene(),
                    "+O" + PICTURE,
                    "+W" + view.width(),
                    "+H" + view.height(),
                    "+FP",
                    "-A",
                    "-C",
                    "-D",
                    "-P",
                    "-UA"));
            arguments.addAll(part);
            run(directory, arguments);
            return PortablePixmap.read(Files.readAllBytes(directory.resolve(PICTURE)), view.width(), view.height());
        } finally {
            SceneFiles.delete(directory);
        }
    }

    private void run(Path directory, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(LOG).toFile())
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    program + " cannot be started on this host (expected: POV-Ray 3.7 on the PATH, or its path in "
                            + "--povray). Install it on each worker: apt-get install povray",
                    e);
        }
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(program + " ended with exit code " + code + " (expected: 0). It said: "
                        + saying(directory.resolve(LOG)));
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Lines from the first error on; the last ones if there is none. */
    private static String saying(Path log) throws IOException {
        List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        List<String> errors =
                lines.stream().dropWhile(line -> !line.contains("Error")).toList();
        return String.join(
                "\n",
                errors.isEmpty()
                        ? lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size())
                        : errors.subList(0, Math.min(MOST_LINES, errors.size())));
    }
}
