package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Strangers at the door of a run that is going on: each is told why it is turned away, and the run ends with the right
 * answer.
 */
@NoLeaks
class HostileIT {
    private static final Pattern LISTENS = Pattern.compile("listens on 127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    Path directory;

    @Test
    void shouldTurnStrangersAwayAndFinishTheRun() throws Exception {
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path ledger = directory.resolve("ledger.txt");
        try (MasterRun run = MasterRun.master(
                directory,
                Words.of(
                        "run %s --listen 127.0.0.1:0 --run-file %s -- --ledger %s --units 50",
                        PoisonJar.in(directory), runFile, ledger))) {
            run.awaitPrinted("to join:");
            int port = port(run);
            assertThat(answer(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).contains("400", "Sluice");
            assertThat(answer(port, "SSH-2.0-OpenSSH_9.2\r\n")).contains("Sluice");
            assertThat(answer(port, "\u0001\u0002\u0003 some noise that is no preamble"))
                    .contains("Sluice");
            List<Socket> silent = connect(port, 100);
            turnedAway(changed(runFile, "secret"), "E302");
            turnedAway(changed(runFile, "certificate"), "E303");
            for (Socket each : silent) {
                each.close();
            }
            try (MasterRun worker = MasterRun.worker(directory, "join", runFile.toString())) {
                assertThat(run.exitCodeWithin(60)).as(run.err()).isZero();
                assertThat(worker.exitCodeWithin(60)).as(worker.err()).isZero();
            }
            assertThat(Files.readAllLines(ledger).stream().filter(line -> line.startsWith("0 ")))
                    .hasSize(50)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldRefuseAJarThatIsNoApplication() throws Exception {
        try (MasterRun run =
                MasterRun.master(directory, "run", Checkout.workerJar().toString(), "--local", "1")) {
            assertThat(run.exitCodeWithin(60)).isEqualTo(2);
            assertThat(run.err()).contains("E201");
        }
    }

    private void turnedAway(Path runFile, String code) throws Exception {
        try (MasterRun worker = MasterRun.worker(directory, "join", "--transport", "tcp", runFile.toString())) {
            assertThat(worker.exitCodeWithin(60)).as(worker.err()).isEqualTo(3);
            assertThat(worker.err()).contains(code);
        }
    }

    /** The run file with another value for one key, in a directory of its own. */
    private Path changed(Path runFile, String key) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(runFile)) {
            boolean changed = line.startsWith(key + "=");
            char last = line.isEmpty() ? ' ' : line.charAt(line.length() - 1);
            lines.add(changed ? line.substring(0, line.length() - 1) + (last == '0' ? '1' : '0') : line);
        }
        Path folder = Files.createTempDirectory(
                directory,
                "other-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path copy = Files.write(folder.resolve("worker.run"), lines);
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-------"));
        return copy;
    }

    private static int port(MasterRun run) {
        Matcher matcher = LISTENS.matcher(run.err());
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    private static List<Socket> connect(int port, int count) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new Socket("127.0.0.1", port));
        }
        // More than 64 from one address are not kept: the place for a worker is freed within five seconds.
        await().until(() -> closed(sockets.get(0)));
        return sockets;
    }

    private static boolean closed(Socket socket) throws IOException {
        socket.setSoTimeout(10);
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    private static String answer(int port, String said) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(said.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
