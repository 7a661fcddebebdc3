package dev.sluice.cli.process;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * SIGINT and SIGTERM for the length of a run: the first asks for an orderly end, the second for one at once. Any
 * thread.
 */
public final class Signals implements AutoCloseable {
    /** Exit code after SIGINT. */
    public static final int INTERRUPTED = 130;

    private final SignalHandler earlierInt;
    private final SignalHandler earlierTerm;
    private volatile int exitCode;

    /** Told of a signal, on a thread of the JVM. */
    public interface Listener {
        void signalled(int exitCode, boolean again);
    }

    private Signals(Listener listener) {
        SignalHandler handler = signal -> {
            boolean again = exitCode != 0;
            int code = signal.getName().equals("INT") ? INTERRUPTED : 143;
            exitCode = code;
            listener.signalled(code, again);
        };
        earlierInt = Signal.handle(new Signal("INT"), handler);
        earlierTerm = Signal.handle(new Signal("TERM"), handler);
    }

    public static Signals handle(Listener listener) {
        return new Signals(listener);
    }

    /** 130 or 143 after a signal, else 0. */
    public int exitCode() {
        return exitCode;
    }

    @Override
    public void close() {
        Signal.handle(new Signal("INT"), earlierInt);
        Signal.handle(new Signal("TERM"), earlierTerm);
    }
}
