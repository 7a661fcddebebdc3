package dev.sluice.cli.run;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** A command of the user in a shell. What it prints goes to standard error, because results have standard output. */
final class HookProcess {
    private HookProcess() {}

    /** Runs the command until it has ended; returns its exit code. */
    static int run(String command, Map<String, String> facts) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of("/bin/sh", "-c", command))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true);
        builder.environment().putAll(facts);
        Process process = builder.start();
        try (InputStream printed = process.getInputStream();
                FileOutputStream out = new FileOutputStream(FileDescriptor.err)) {
            printed.transferTo(out);
        }
        return process.waitFor();
    }
}
