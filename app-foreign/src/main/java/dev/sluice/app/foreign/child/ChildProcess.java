package dev.sluice.app.foreign.child;

import dev.sluice.api.language.ForeignException;
import dev.sluice.api.language.MemoryKills;
import dev.sluice.api.language.ProcessMemory;
import dev.sluice.api.language.SearchPath;
import dev.sluice.api.language.UserLocale;
import dev.sluice.api.unit.PinnedProcessors;
import dev.sluice.api.unit.Printout;
import dev.sluice.api.unit.UnitProcessors;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.app.foreign.wire.ChildStream;
import dev.sluice.app.foreign.wire.PipeStream;
import dev.sluice.app.foreign.wire.SocketStream;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that a program runs in, in a group of its own, with its output and its connection. */
final class ChildProcess {
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(5, "SIGTRAP"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"),
            Map.entry(24, "SIGXCPU"),
            Map.entry(25, "SIGXFSZ"),
            Map.entry(31, "SIGSYS"));

    private static final String SOCKET = "SLUICE_SOCKET";
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_MILLIS = 1_000;
    private static final long OUTPUT_MILLIS = 2_000;
    private static final int LONGEST_LINE = 200;
    private static final int SIGKILLED = SIGNALLED + 9;

    /**
     * Lets the C library keep freed memory, so that values of some MiB reuse it instead of faulting in new pages: 15 ms
     * became 0.6 ms for 1 MiB where a virtual machine gives pages slowly.
     */
    private static final Map<String, String> MEMORY =
            Map.of("MALLOC_TRIM_THRESHOLD_", "67108864", "MALLOC_MMAP_THRESHOLD_", "33554432");

    private final ChildProgram program;
    private final ChildHome home;
    private final Process process;
    private final OutputPump errors;
    private final @Nullable OutputPump output;
    private final MemoryKills.Watch kills = new MemoryKills.Watch();
    private @Nullable ChildStream stream;

    private ChildProcess(ChildProgram program, ChildHome home, Process process, boolean pipes) {
        this.program = program;
        this.home = home;
        this.process = process;
        this.errors = OutputPump.start(process.getErrorStream(), () -> System.err);
        this.output = pipes ? null : OutputPump.start(process.getInputStream(), () -> System.out);
        home.born(process);
        var unused = process.onExit().thenRun(() -> {
            home.gone(process);
            UnitSite.deleteOf(process.pid(), Path.of(System.getProperty("java.io.tmpdir")));
        });
    }

    /** Starts the process and waits for its connection. */
    static ChildProcess start(ChildProgram program, ChildRole role, ChildHome home)
            throws ForeignException, InterruptedException {
        try (Listener listener = Listener.open(home, program)) {
            Path path = listener.path;
            ChildProcess child = new ChildProcess(program, home, launch(program, role, home, path), path == null);
            child.stream = path == null
                    ? new PipeStream(child.process.getInputStream(), child.process.getOutputStream(), child::kill)
                    : new SocketStream(child.connected(listener));
            return child;
        } catch (IOException e) {
            throw new ForeignException("", "cannot listen for a child: " + e.getMessage(), "");
        }
    }

    private static Process launch(ChildProgram program, ChildRole role, ChildHome home, @Nullable Path socket)
            throws ForeignException {
        String first = program.command().get(0);
        boolean there = first.contains("/")
                ? Files.isExecutable(Path.of(first))
                : SearchPath.find(first).isPresent();
        if (!there) {
            throw missing(program, first + " is not there or not executable");
        }
        ProcessBuilder builder = new ProcessBuilder();
        UserLocale.restore(builder.environment());
        MEMORY.forEach(builder.environment()::putIfAbsent);
        builder.environment().putAll(program.environment());
        builder.environment().remove(SOCKET);
        if (socket != null) {
            builder.environment().put(SOCKET, socket.toString());
            builder.redirectInput(Redirect.from(new File("/dev/null")));
        }
        List<String> command = new ArrayList<>(home.ownGroup());
        command.addAll(program.command());
        try {
            return role == ChildRole.WORKER
                    ? worker(builder, command)
                    : builder.command(command).start();
        } catch (IOException e) {
            throw missing(program, String.valueOf(e.getMessage()));
        }
    }

    /** Starts a child that computes units, with the processors of a unit. */
    private static Process worker(ProcessBuilder builder, List<String> command) throws IOException {
        builder.environment()
                .putAll(UnitProcessors.threads(Integer.toString(UnitProcessors.each()), builder.environment()));
        PinnedProcessors processors = PinnedProcessors.claim();
        List<String> words = new ArrayList<>(processors.prefix());
        words.addAll(command);
        builder.command(words);
        try {
            Process started = builder.start();
            var unused = started.onExit().thenRun(processors::close);
            return started;
        } catch (IOException e) {
            processors.close();
            throw e;
        }
    }

    private static ForeignException missing(ChildProgram program, String what) {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "this host";
        }
        return new ForeignException("", host + ": " + what + " (" + program.remedy() + ")", "");
    }

    /** Waits for the connection of the child, or its end. */
    private SocketChannel connected(Listener listener) throws ForeignException, InterruptedException, IOException {
        var unused = process.onExit().thenRun(listener.selector::wakeup);
        long from = System.nanoTime();
        while (true) {
            boolean alive = process.isAlive(); // before the look: a child may connect and end
            SocketChannel channel = listener.accept();
            if (channel != null) {
                return channel;
            }
            if (!alive) {
                throw ended("before it connected to " + SOCKET, 0);
            }
            if (Thread.interrupted()) {
                kill();
                throw new InterruptedException("interrupted while " + program.name() + " was started");
            }
            if (System.nanoTime() - from > CONNECT_NANOS) {
                kill();
                throw new ForeignException(
                        "protocol",
                        program.name() + " did not connect to " + SOCKET
                                + " for a minute (expected: it speaks Sluice's protocol; see docs/languages.md)",
                        errors.tail());
            }
            listener.selector.select(LOOK_MILLIS);
            listener.selector.selectedKeys().clear();
        }
    }

    void begin() {
        kills.begin();
    }

    long peakBytes(long unitNanos) {
        return ProcessMemory.ofUnit(process.pid(), unitNanos);
    }

    ChildStream stream() {
        if (stream == null) {
            throw new IllegalStateException("no stream (expected: connected)");
        }
        return stream;
    }

    /** Says to which unit what it prints from now on belongs. */
    void printsFor(UnitSite site) {
        errors.listener((bytes, from, count) -> site.print(Printout.ERROR, bytes, from, count));
        OutputPump standard = output;
        if (standard != null) {
            standard.listener((bytes, from, count) -> site.print(Printout.OUT, bytes, from, count));
        }
    }

    /** Describes the end of the process; waits for it, and kills it if it does not end. */
    ForeignException ended(String when, long waitMillis) throws InterruptedException {
        boolean over = process.waitFor(waitMillis, TimeUnit.MILLISECONDS);
        kill();
        boolean killed = over && process.exitValue() == SIGKILLED && kills.claim();
        String how =
                killed ? "was " + MemoryKills.words(0) : over ? endWords(process.exitValue()) : "closed its connection";
        errors.await(OUTPUT_MILLIS);
        String last = errors.tail();
        return new ForeignException(
                "",
                program.name() + " (process " + process.pid() + ") " + how + " " + when + lastLine(last),
                last.isEmpty() ? "" : "Last lines of its standard error:\n" + last);
    }

    /** Quotes the last line for a message. */
    private static String lastLine(String said) {
        String line = said.substring(said.lastIndexOf('\n') + 1);
        if (line.isEmpty()) {
            return "";
        }
        return "; the last line of its standard error: "
                + (line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…");
    }

    /** Kills the process and its group. Any thread. */
    void kill() {
        home.kill(process);
    }

    /** Waits for the end of the process, then kills what is left of its group. */
    void await(long millis) throws InterruptedException {
        process.waitFor(millis, TimeUnit.MILLISECONDS);
        kill();
    }

    void awaitOutput(long millis) throws InterruptedException {
        errors.await(millis);
        if (output != null) {
            output.await(millis);
        }
    }

    /** A socket on which one child is expected; the path is null where it speaks on pipes. */
    private record Listener(@Nullable Path path, @Nullable ServerSocketChannel server, Selector selector)
            implements AutoCloseable {
        static Listener open(ChildHome home, ChildProgram program) throws IOException {
            Selector selector = Selector.open();
            if (program.speaksOnPipes()) {
                return new Listener(null, null, selector);
            }
            try {
                Path path = home.socket();
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                server.bind(UnixDomainSocketAddress.of(path));
                server.configureBlocking(false);
                server.register(selector, SelectionKey.OP_ACCEPT);
                return new Listener(path, server, selector);
            } catch (UnsupportedOperationException | IOException e) {
                return new Listener(null, null, selector); // pipes serve as well
            }
        }

        @Nullable
        SocketChannel accept() throws IOException {
            return server == null ? null : server.accept();
        }

        @Override
        public void close() throws IOException {
            selector.close();
            if (server != null) {
                server.close();
            }
            if (path != null) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** Says how a process with this exit code ended, such as {@code was killed by SIGSEGV (exit code 139)}. */
    private static String endWords(int exitCode) {
        String signal = SIGNALS.get(exitCode - SIGNALLED);
        if (signal == null) {
            return "ended with exit code " + exitCode;
        }
        String memory = exitCode == SIGKILLED ? "; the system does so for want of memory" : "";
        return "was killed by " + signal + " (exit code " + exitCode + memory + ")";
    }
}
