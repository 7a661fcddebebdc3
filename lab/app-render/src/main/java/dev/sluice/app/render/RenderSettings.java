package dev.sluice.app.render;

import dev.sluice.api.InputFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The validated options.
 *
 * @param scene file on the master; null for the scene of this application
 * @param out picture to write
 * @param verify true if the picture is compared with one that POV-Ray renders in one piece
 */
record RenderSettings(@Nullable Path scene, PatchGrid grid, RayTracer tracer, Path out, boolean verify) {
    SceneView view() {
        return new SceneView(
                scene == null ? SceneFiles.OWN : scene.getFileName().toString(), grid.width(), grid.height());
    }

    /** The files that workers need, in addition to those that the user names. */
    List<InputFile> sceneFiles() {
        return scene == null
                ? List.of()
                : List.of(new InputFile(scene.getFileName().toString(), scene, false));
    }
}
