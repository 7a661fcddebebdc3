package dev.sluice.worker.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Waits for the end of standard input, which shows that the process at its other end is gone. */
final class InputEnd {
    private InputEnd() {}

    /** Waits on a thread of its own, and runs {@code then}. Units have nothing to read from standard input. */
    static void watch(Runnable then) {
        InputStream launcher = System.in;
        System.setIn(InputStream.nullInputStream());
        Thread thread = new Thread(
                () -> {
                    try {
                        launcher.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // a broken pipe also means that the launcher is gone
                    }
                    then.run();
                },
                "worker-tie");
        thread.setDaemon(true);
        thread.start();
    }
}
