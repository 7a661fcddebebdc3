package dev.sluice.launch;

import dev.sluice.net.runfile.RunFile;
import java.io.StringReader;

/** A run file that a step passes on, line by line. Confined to the thread that hears the host. */
public final class PassedRunFile {
    private final StringBuilder text = new StringBuilder();

    public void line(String line) {
        text.append(line).append('\n');
    }

    /** When it is whole; throws when what came is none. */
    public RunFile whole() {
        RunFile file = RunFile.parse(new StringReader(text.toString()));
        text.setLength(0);
        return file;
    }
}
