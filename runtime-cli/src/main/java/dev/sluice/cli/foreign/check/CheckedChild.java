package dev.sluice.cli.foreign.check;

import dev.sluice.api.language.UserLocale;
import dev.sluice.app.foreign.child.ChildProgram;
import dev.sluice.app.foreign.child.ChildRole;
import dev.sluice.app.foreign.child.ForeignChild;
import dev.sluice.app.foreign.wire.ChildStream;
import dev.sluice.app.foreign.wire.Frame;
import dev.sluice.app.foreign.wire.FrameLine;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.PipeStream;
import dev.sluice.app.foreign.wire.SocketStream;
import dev.sluice.app.foreign.wire.Tag;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A child under test. It is asked on one thread; an interrupt of that thread ends the conversation. */
final class CheckedChild implements AutoCloseable {
    static final int UNKNOWN_TAG = 9_999;
    private static final long EXIT_SECONDS = 5;

    private final Process process;
    private final ChildStream stream;
    private final FrameLine line;
    private boolean trickles;
    private long number;

    private CheckedChild(Process process, ChildStream stream) {
        this.process = process;
        this.stream = stream;
        this.line = new FrameLine(new Trickle());
    }

    /**
     * Starts a child and waits for its connection.
     *
     * @param pipes whether it has to speak on standard input and output
     */
    static CheckedChild start(ChildProgram program, Path directory, boolean pipes) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.command()).redirectError(Redirect.INHERIT);
        UserLocale.restore(builder.environment());
        builder.environment().putAll(program.environment());
        builder.environment().remove("SLUICE_SOCKET");
        if (pipes || program.speaksOnPipes()) {
            Process process = builder.start();
            ChildStream stream =
                    new PipeStream(process.getInputStream(), process.getOutputStream(), process::destroyForcibly);
            return new CheckedChild(process, stream);
        }
        Path socket = directory.resolve("socket");
        Files.deleteIfExists(socket);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            builder.environment().put("SLUICE_SOCKET", socket.toString());
            Process process = builder.redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(Redirect.DISCARD)
                    .start();
            try {
                return new CheckedChild(process, new SocketStream(server.accept()));
            } catch (IOException e) {
                process.destroyForcibly();
                throw e;
            }
        }
    }

    /** Says hello, with a field that nobody knows. */
    ChildAnswer hello(ChildRole role, ChildProgram program, String... more) throws Unmet {
        Frame hello = Frame.of(Kind.HELLO)
                .u32(Tag.VERSION, ForeignChild.VERSION)
                .bytes(UNKNOWN_TAG, new byte[3])
                .text(Tag.ROLE, role.word())
                .text(Tag.NAME, program.name());
        program.arguments().forEach(argument -> hello.text(Tag.ARGUMENT, argument));
        for (String argument : more) {
            hello.text(Tag.ARGUMENT, argument);
        }
        return ask(hello.u32(Tag.SLOT, 0));
    }

    /** Sends the bytes of the next frames one by one. */
    void trickle(boolean on) {
        trickles = on;
    }

    ChildAnswer ask(Frame request) throws Unmet {
        try {
            return answer(request);
        } catch (IOException e) {
            throw new Unmet(Kind.name(request.kind()) + ": " + e.getMessage(), "an answer");
        }
    }

    private ChildAnswer answer(Frame request) throws IOException, Unmet {
        line.send(++number, request);
        ChildAnswer answer;
        do {
            if (!line.next()) {
                throw new Unmet("the stream ended after " + Kind.name(request.kind()), "an answer");
            }
            answer = ChildAnswer.read(line);
        } while (request.kind() == Kind.COMPUTE && answer.kind() == Kind.PROGRESS && answer.number() == number);
        if (answer.number() != number) {
            throw new Unmet("an answer with number " + answer.number(), "the number of the request, " + number);
        }
        if (answer.kind() == Kind.FAILED && !answer.has(Tag.TYPE)) {
            throw new Unmet("FAILED without TYPE", "fields TYPE and MESSAGE");
        }
        return answer;
    }

    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Ends the stream. */
    void hangUp() throws IOException {
        if (stream instanceof SocketStream) {
            stream.close();
        } else {
            process.getOutputStream().close();
        }
    }

    /** Demands that the process ends by itself. */
    int exitCode() throws InterruptedException, Unmet {
        if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
            throw new Unmet("the process still runs after " + EXIT_SECONDS + " s", "it exits");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            stream.close();
        } catch (IOException e) {
            // the process is gone
        }
    }

    /** Passes bytes on, one by one if asked to. */
    private final class Trickle implements ChildStream {
        @Override
        public int read(ByteBuffer into) throws IOException {
            return stream.read(into);
        }

        @Override
        public void write(ByteBuffer from) throws IOException {
            if (!trickles) {
                stream.write(from);
                return;
            }
            int end = from.limit();
            while (from.position() < end) {
                from.limit(from.position() + 1);
                stream.write(from);
            }
            from.limit(end);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
