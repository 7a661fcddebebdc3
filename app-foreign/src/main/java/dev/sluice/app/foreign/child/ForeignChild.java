package dev.sluice.app.foreign.child;

import dev.sluice.api.language.ForeignException;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.app.foreign.wire.ChildStream;
import dev.sluice.app.foreign.wire.Frame;
import dev.sluice.app.foreign.wire.FrameException;
import dev.sluice.app.foreign.wire.FrameLine;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.SocketStream;
import dev.sluice.app.foreign.wire.Tag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A running child and the connection to it. One thread at a time asks it. After any failure but one that the child
 * reports itself, the child is broken: its process group is killed, and it is asked no more.
 */
public final class ForeignChild {
    /** The version of the protocol. */
    public static final int VERSION = 1;

    /** Control characters and marks of direction, but not the end of a line and the tab. */
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\n\t]]");

    private static final double MILLION = 1e6;
    private static final long EXIT_MILLIS = 2_000;
    /** Time to print the last of its output and to exit. */
    private static final long END_MILLIS = 10_000;

    private static final long OUTPUT_MILLIS = 5_000;

    /** Takes what it needs of the fields of an answer. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(FrameLine answer) throws IOException;
    }

    private final String name;
    private final @Nullable ChildProcess process;
    private final ChildStream stream;
    private final FrameLine line;
    private String results = "each";
    private long number;
    private volatile boolean broken;

    private ForeignChild(String name, @Nullable ChildProcess process, ChildStream stream) {
        this.name = name;
        this.process = process;
        this.stream = stream;
        this.line = new FrameLine(stream);
    }

    /**
     * Starts a child and says hello.
     *
     * @param slot of the worker that the child serves; 0 for a master
     * @throws ForeignException if it cannot start, or refuses
     */
    public static ForeignChild start(ChildProgram program, ChildRole role, int slot, ChildHome home)
            throws ForeignException, InterruptedException {
        ChildProcess process = ChildProcess.start(program, role, home);
        ForeignChild child = new ForeignChild(program.name(), process, process.stream());
        child.hello(program, role, slot);
        return child;
    }

    /** Connects to a process that listens on this socket and says hello. */
    public static ForeignChild connect(ChildProgram program, ChildRole role, Path socket)
            throws ForeignException, InterruptedException {
        ForeignChild child = connect(program.name(), socket);
        child.hello(program, role, 0);
        return child;
    }

    /** Connects to the source of an open cycle, which listens on this socket. */
    public static ForeignChild source(Path socket) throws ForeignException {
        return connect("the source of units", socket);
    }

    private static ForeignChild connect(String name, Path socket) throws ForeignException {
        try {
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            return new ForeignChild(name, null, new SocketStream(channel));
        } catch (IOException | IllegalArgumentException e) {
            throw new ForeignException("", "nobody listens on " + socket + ": " + e.getMessage(), "");
        }
    }

    private void hello(ChildProgram program, ChildRole role, int slot) throws ForeignException, InterruptedException {
        Frame hello = Frame.of(Kind.HELLO)
                .u32(Tag.VERSION, VERSION)
                .text(Tag.ROLE, role.word())
                .text(Tag.NAME, program.name())
                .texts(Tag.ARGUMENT, program.arguments())
                .u32(Tag.SLOT, slot);
        try {
            long version = ask(hello, Kind.READY, answer -> {
                long spoken = 0;
                while (answer.nextField()) {
                    if (answer.tag() == Tag.VERSION) {
                        spoken = answer.number(Integer.BYTES);
                    } else if (answer.tag() == Tag.RESULTS) {
                        results = answer.text();
                    }
                }
                return spoken;
            });
            if (version != VERSION) {
                throw broken(new ForeignException(
                        "protocol", name + " speaks version " + version + " (expected: " + VERSION + ")", ""));
            }
        } catch (ForeignException refused) {
            end(); // a child that refuses is of no use
            throw refused;
        }
    }

    /** Called before each unit. */
    public void begin() {
        if (process != null) {
            process.begin();
        }
    }

    /**
     * Largest memory of its processes for the last unit [bytes]; 0: unknown.
     *
     * @param unitNanos time of that unit [ns]
     */
    public long peakBytes(long unitNanos) {
        return process == null ? 0 : process.peakBytes(unitNanos);
    }

    /** How results travel, as the child said. */
    public String results() {
        return results;
    }

    /** Says to which unit what it prints from now on belongs. */
    public void printsFor(UnitSite site) {
        ChildProcess of = process;
        if (of != null) {
            of.printsFor(site);
        }
    }

    /** Tells whether the child can be asked no more. */
    public boolean isBroken() {
        return broken;
    }

    /** Takes the word of a child on how far its unit is, from 0 to 1. */
    @FunctionalInterface
    public interface Teller {
        void tell(double done, String saying);
    }

    /** Asks, and expects the answer that it is done. */
    public void tell(Frame request) throws ForeignException, InterruptedException {
        ask(request, Kind.DONE, answer -> "");
    }

    /**
     * Sends a request and reads its answer.
     *
     * @throws ForeignException what the child reports, or how it ended
     * @throws InterruptedException if the thread was interrupted; the child is killed then
     */
    public <T> T ask(Frame request, int expected, Reader<T> reader) throws ForeignException, InterruptedException {
        return ask(request, expected, reader, null);
    }

    /** @param progress takes what comes before the answer; null: nothing may */
    public <T> T ask(Frame request, int expected, Reader<T> reader, @Nullable Teller progress)
            throws ForeignException, InterruptedException {
        if (broken) {
            throw new ForeignException("", name + " has ended (expected: it answers requests)", "");
        }
        try {
            line.send(++number, request);
            do {
                if (!line.next()) {
                    throw ended(request.kind());
                }
            } while (progress != null && told(progress));
            check(request.kind(), expected);
            if (line.kind() == Kind.FAILED) {
                throw failure();
            }
            T value = reader.read(line);
            while (line.nextField()) {
                // fields that the reader left, and those that it does not know
            }
            return value;
        } catch (ClosedByInterruptException e) {
            Thread.interrupted(); // the exception carries it from here on
            kill();
            throw new InterruptedException("interrupted while " + name + " was asked");
        } catch (FrameException e) {
            throw broken(new ForeignException("protocol", name + " sent " + e.getMessage(), ""));
        } catch (UncheckedIOException e) {
            kill();
            throw e;
        } catch (IOException e) {
            throw ended(request.kind());
        }
    }

    /** Passes on the progress that has come; false if something else has. */
    private boolean told(Teller progress) throws IOException {
        if (line.kind() != Kind.PROGRESS || line.number() != number) {
            return false;
        }
        long millionths = 0;
        String saying = "";
        while (line.nextField()) {
            if (line.tag() == Tag.SHARE) {
                millionths = line.number(Integer.BYTES);
            } else if (line.tag() == Tag.MESSAGE) {
                saying = line.text();
            }
        }
        progress.tell(millionths / MILLION, printable(saying));
        return true;
    }

    private void check(int request, int expected) throws FrameException {
        if (line.number() != number) {
            throw new FrameException(
                    "an answer to request " + line.number() + " (expected: to request " + number + ")");
        }
        if (line.kind() != expected && line.kind() != Kind.FAILED) {
            throw new FrameException(Kind.name(line.kind()) + " as the answer to " + Kind.name(request) + " (expected: "
                    + Kind.name(expected) + ")");
        }
    }

    private ForeignException failure() throws IOException {
        String type = "";
        String message = "";
        String trace = "";
        boolean givesUp = false;
        while (line.nextField()) {
            switch (line.tag()) {
                case Tag.GIVES_UP -> givesUp = line.number(1) != 0;
                case Tag.TYPE -> type = line.text();
                case Tag.MESSAGE -> message = line.text();
                case Tag.TRACE -> trace = line.text();
                case Tag.HELP -> message = line.text();
                default -> {
                    // a field of a later version
                }
            }
        }
        return new ForeignException(printable(type), printable(message), printable(trace), givesUp);
    }

    /** A text of the program, in which nothing is left that a terminal would obey. */
    private static String printable(String text) {
        return CONTROLS.matcher(text).replaceAll("\uFFFD");
    }

    private ForeignException broken(ForeignException failure) {
        kill();
        return failure;
    }

    /** Tells how the process ended, once the connection has. */
    private ForeignException ended(int request) throws InterruptedException {
        broken = true;
        close();
        ChildProcess of = process;
        if (of == null) {
            return new ForeignException("", name + " closed its connection " + during(request), "");
        }
        return of.ended(during(request), EXIT_MILLIS);
    }

    private static String during(int request) {
        return request == Kind.HELLO
                ? "while it started"
                : "during " + Kind.name(request).toLowerCase(Locale.ROOT);
    }

    private void close() {
        try {
            stream.close();
        } catch (IOException e) {
            // nothing is lost: nobody needs more of its bytes
        }
    }

    /** Kills the process group. Any thread. */
    public void kill() {
        broken = true;
        close();
        ChildProcess of = process;
        if (of != null) {
            of.kill();
        }
    }

    /** Asks the child to end, waits for it for a moment, and kills what is left. */
    public void end() throws InterruptedException {
        try {
            if (!broken) {
                tell(Frame.of(Kind.END));
            }
        } catch (ForeignException e) {
            // the child is asked to end because nobody needs it any more
        }
        broken = true;
        close();
        ChildProcess of = process;
        if (of != null) {
            of.await(END_MILLIS);
            of.awaitOutput(OUTPUT_MILLIS);
        }
    }
}
