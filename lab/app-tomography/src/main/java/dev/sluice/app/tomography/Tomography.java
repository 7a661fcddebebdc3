package dev.sluice.app.tomography;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/** Computed tomography of a phantom. One unit is one slice: a large input, a large result, and few of them. */
public final class Tomography extends Application<Scan, Sinogram, SliceImage> {
    @Mixin
    private final TomographyOptions options = new TomographyOptions();

    private Examination examination = new Examination(options.conclude());

    public Tomography() {}

    @Override
    protected void initialize() {
        examination = new Examination(options.conclude());
    }

    @Override
    protected Cycle<Scan> cycle(int number) throws IOException {
        return examination.begin();
    }

    @Override
    protected Sinogram unit(long index) {
        return examination.measure(index);
    }

    @Override
    protected SliceImage compute(Scan scan, Sinogram sinogram) {
        return BackProjection.reconstruct(scan, sinogram);
    }

    @Override
    protected Verdict accept(long index, SliceImage image) {
        examination.take(index, image);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) throws IOException {
        examination.save();
        System.out.print(examination.report());
        return examination.passes() ? Verdict.CONTINUE : Verdict.FAILED;
    }

    @Override
    protected void interrupted() throws IOException {
        examination.save();
    }
}
