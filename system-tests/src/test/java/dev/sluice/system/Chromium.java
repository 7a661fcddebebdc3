package dev.sluice.system;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A headless Chromium with a profile of its own. It ends when this is closed. */
final class Chromium implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);

    private final Process process;
    private final DevTools tools;

    private Chromium(Process process, DevTools tools) {
        this.process = process;
        this.tools = tools;
    }

    /** Returns the program, or null if it is not installed. */
    static @Nullable Path program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser").map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    static Chromium start(Path profile) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        String.valueOf(program()),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile))
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("chromium.log").toFile())
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        try {
            await().atMost(START).until(() -> !process.isAlive() || lines(port).size() == 2);
            List<String> address = lines(port);
            if (address.size() != 2) {
                throw new AssertionError("Chromium did not start: " + Checkout.read(profile.resolve("chromium.log")));
            }
            URI uri = URI.create("ws://127.0.0.1:" + address.get(0) + address.get(1));
            return new Chromium(process, DevTools.connect(uri));
        } catch (Exception | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
    }

    /** Opens an empty tab of a size in CSS pixels. */
    ChromiumTab tab(int width, int height) throws Exception {
        return ChromiumTab.open(tools, width, height);
    }

    @Override
    public void close() throws Exception {
        try {
            tools.send("", "Browser.close", DevTools.parameters());
        } finally {
            tools.close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
