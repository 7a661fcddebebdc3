package dev.sluice.system;

import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.app.wave.Frame;
import dev.sluice.app.wave.Wave;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.Option;

/** Waves whose steps take a while, and say that they have ended. */
public class WatchedWave extends Wave {
    @Option(names = "--millis", description = "time of each step of a strip")
    private long millis;

    @Option(names = "--ended", description = "file that gets a line for each step")
    private Path ended = Path.of("ended");

    @Override
    protected Step<Strip, double[], Frame> step(None setup, Place at, Strip strip, List<Message<double[]>> messages) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return super.step(setup, at, strip, messages);
    }

    @Override
    protected Verdict endStep(int step, List<Frame> strips) throws IOException {
        Files.writeString(ended, step + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return super.endStep(step, strips);
    }
}
