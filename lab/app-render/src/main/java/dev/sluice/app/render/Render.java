package dev.sluice.app.render;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.InputFile;
import dev.sluice.api.Verdict;
import dev.sluice.api.language.OwnProcesses;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Ray tracing by the installed POV-Ray. One unit is one tile of the picture. */
public final class Render extends Application<SceneView, Patch, RenderedPatch> implements OwnProcesses {
    @Mixin
    private final RenderOptions options = new RenderOptions();

    private RenderSettings settings = options.conclude();
    private Painting painting = new Painting(settings);
    private String version = ""; // of the program of this worker

    public Render() {}

    @Override
    protected void initialize() {
        settings = options.conclude();
        painting = new Painting(settings);
    }

    @Override
    protected List<InputFile> files() {
        return settings.sceneFiles();
    }

    @Override
    protected Cycle<SceneView> cycle(int number) throws Exception {
        return painting.begin();
    }

    @Override
    protected Patch unit(long index) {
        return settings.grid().patch(index);
    }

    @Override
    protected void loadState() throws Exception {
        version = settings.tracer().version();
    }

    @Override
    protected RenderedPatch compute(SceneView view, Patch patch) throws Exception {
        return new RenderedPatch(
                version, settings.tracer().render(view, patch, SceneFiles.of(fileNames(), this::file)));
    }

    @Override
    protected Verdict accept(long index, RenderedPatch rendered) {
        painting.draw(index, rendered);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) throws Exception {
        painting.finish(SceneFiles.of(fileNames(), this::file));
        System.out.print(painting.report());
        return painting.passes() ? Verdict.CONTINUE : Verdict.FAILED;
    }

    @Override
    protected void interrupted() throws IOException {
        painting.save();
    }
}
