package dev.sluice.launch;

import dev.sluice.net.runfile.RunFile;
import java.io.StringReader;

/** Collects a run file that a step passes on, line by line. Confined to the thread that reads the host's output. */
public final class PassedRunFile {
    private final StringBuilder text = new StringBuilder();

    public void line(String line) {
        text.append(line).append('\n');
    }

    /** The complete run file; throws if the lines are not one. */
    public RunFile whole() {
        RunFile file = RunFile.parse(new StringReader(text.toString()));
        text.setLength(0);
        return file;
    }
}
