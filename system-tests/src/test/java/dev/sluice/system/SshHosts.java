package dev.sluice.system;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Hosts on loopback, each a real sshd with an address, keys and a cache of its own, in a directory. Closing ends them
 * and whatever was started there.
 */
final class SshHosts implements AutoCloseable {
    private static final String SCRIPT =
            Checkout.file("system-tests/src/test/bats/sshd-host").toString();

    private final Path directory;
    private final List<Process> servers = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private SshHosts(Path directory) {
        this.directory = directory;
    }

    /** None yet; the test is skipped where hosts with these faults cannot be made. */
    static SshHosts in(Path directory, String... faults) throws Exception {
        Process missing = new ProcessBuilder(words("missing", faults)).start();
        String reason = new String(missing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(missing.waitFor() != 0, reason.strip());
        Path own = Files.createDirectory(directory.resolve("hosts"));
        new ProcessBuilder(words("keys", own.toString())).inheritIO().start().waitFor();
        return new SshHosts(own);
    }

    private static List<String> words(String command, String... more) {
        List<String> words = new ArrayList<>(List.of(SCRIPT, command));
        words.addAll(List.of(more));
        return words;
    }

    /** Starts a host, at 127.0.0.2 and so on; returns when it listens. */
    void start(String name, String... faults) throws IOException {
        String address = "127.0.0." + (2 + names.size());
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
            port = socket.getLocalPort();
        }
        List<String> command = words("run", directory.toString(), name, address, String.valueOf(port));
        command.addAll(List.of(faults));
        Path log = directory.resolve(name + ".log");
        Process server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        servers.add(server);
        names.add(name);
        await().until(() -> Files.exists(directory.resolve(name + ".pid")) || !server.isAlive());
        if (!server.isAlive()) {
            throw new IllegalStateException("sshd ended (expected: it listens): " + Checkout.read(log));
        }
    }

    /** A name that ssh takes for a port at which nobody listens. */
    void closed(String name) throws IOException {
        Files.writeString(
                config(),
                Checkout.read(config()) + "Host " + name + "\n    HostName 127.0.0.1\n    Port 1\n",
                StandardCharsets.UTF_8);
    }

    /** How these hosts are reached. */
    String ssh() {
        return "ssh -F " + config();
    }

    private Path config() {
        return directory.resolve("config");
    }

    /** A file with a line for each of these. */
    Path file(String... lines) throws IOException {
        return Files.write(directory.resolve("hosts.txt"), List.of(lines));
    }

    /** The cache of sluice there. */
    Path cache(String name) {
        return directory.resolve(name + ".cache").resolve("sluice");
    }

    /** Leaves each host as it was before anything was brought there. */
    void forgetCaches() throws IOException {
        for (String name : names) {
            Path cache = cache(name);
            if (Files.exists(cache)) {
                try (Stream<Path> files = Files.walk(cache)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    /** Whatever runs on the hosts, but for their sshd. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> file(process, "environ").contains("XDG_CACHE_HOME=" + directory))
                .toList();
    }

    /** The workers on one host. */
    List<ProcessHandle> workers(String name) {
        return processes().stream()
                .filter(process -> file(process, "environ")
                        .contains("XDG_CACHE_HOME=" + cache(name).getParent()))
                .filter(process -> file(process, "cmdline").contains("\0join\0"))
                .filter(process -> !file(process, "cmdline").startsWith("sh\0"))
                .toList();
    }

    /** A file of the kernel about a process; nothing when it has ended. */
    static String file(ProcessHandle process, String name) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), name), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    void awaitNoProcess() {
        await().until(() -> processes().isEmpty());
    }

    @Override
    public void close() throws Exception {
        for (Process server : servers) {
            Stream.concat(Stream.of(server.toHandle()), server.descendants()).forEach(ProcessHandle::destroyForcibly);
            server.waitFor(10, TimeUnit.SECONDS);
        }
        processes().forEach(ProcessHandle::destroyForcibly);
    }
}
