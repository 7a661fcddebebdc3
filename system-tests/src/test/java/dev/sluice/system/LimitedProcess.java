package dev.sluice.system;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process of one of the two jars that reads a file on standard input or from a pipe. A test waits until it reads,
 * sets a limit of the system, and then writes the file, so that the limit does not meet the start of the JVM.
 */
final class LimitedProcess implements AutoCloseable {
    /** A user without any other process: limits of threads count all of a user. */
    private static final String USER = "54321";

    private final Process process;
    /** The words that start a program as the user of the process. */
    private final List<String> asUser;

    private final Path err;
    private OutputStream input;

    private LimitedProcess(Process process, List<String> asUser, Path err) {
        this.process = process;
        this.asUser = asUser;
        this.err = err;
        this.input = process.getOutputStream();
    }

    /** Starts a jar as another user, with a directory of its own in {@code directory}. */
    static LimitedProcess asOther(Path directory, Path jar, List<String> arguments) throws Exception {
        LimitedProcess started = startAsOther(directory, jar, arguments);
        await().until(() -> started.readsItsInput() || !started.process.isAlive());
        return started;
    }

    /** The same, of a program that reads a named pipe, which is one of its arguments. */
    static LimitedProcess asOther(Path directory, Path jar, Path pipe, List<String> arguments) throws Exception {
        new ProcessBuilder("mkfifo", "-m", "644", pipe.toString()).start().waitFor();
        LimitedProcess started = startAsOther(directory, jar, arguments);
        // The system opens the pipe when the program opens its other end.
        CompletableFuture<OutputStream> opening = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.newOutputStream(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        started.input = opening.get(60, TimeUnit.SECONDS);
        return started;
    }

    private static LimitedProcess startAsOther(Path directory, Path jar, List<String> arguments) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path home = Files.createTempDirectory(directory, "home-");
        new ProcessBuilder("chown", USER, home.toString()).start().waitFor();
        return start(home, List.of("setpriv", "--reuid", USER, "--clear-groups"), command(home, jar, arguments));
    }

    /** Starts a jar as this user. */
    static LimitedProcess of(Path directory, Path jar, List<String> arguments) throws Exception {
        Path home = Files.createTempDirectory(directory, "home-");
        LimitedProcess started = start(home, List.of(), command(home, jar, arguments));
        await().until(() -> started.readsItsInput() || !started.process.isAlive());
        return started;
    }

    private static List<String> command(Path home, Path jar, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jar.equals(Checkout.masterJar()) ? ClassArchive.ofMasters() : ClassArchive.ofWorkers());
        // The number of the JVM's own threads stays as it is.
        command.add("-XX:-UseDynamicNumberOfCompilerThreads");
        command.addAll(List.of("-Djava.io.tmpdir=" + home, "-jar", jar.toString()));
        arguments.stream().map(each -> each.replace("HOME", home.toString())).forEach(command::add);
        return command;
    }

    private static LimitedProcess start(Path home, List<String> asUser, List<String> command) throws IOException {
        Path err = home.resolveSibling(home.getFileName() + ".err");
        List<String> all = new ArrayList<>(asUser);
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(home.toFile())
                .redirectOutput(err.toFile())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("HOME", home.toString());
        environment.put("XDG_CACHE_HOME", home.toString());
        environment.put("XDG_STATE_HOME", home.toString());
        return new LimitedProcess(builder.start(), asUser, err);
    }

    /** Tells whether one of its threads is in a read of standard input. */
    private boolean readsItsInput() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(process.pid()), "task"))) {
            return threads.anyMatch(
                    thread -> readSilently(thread.resolve("syscall")).matches("0 0x0 (?s:.*)"));
        } catch (IOException over) {
            return false;
        }
    }

    private static String readSilently(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException over) {
            return "";
        }
    }

    /** Allows no thread more than it has. */
    LimitedProcess withoutThreads() throws Exception {
        return limit("--nproc=1:");
    }

    /** Allows no open file more than it has. */
    LimitedProcess withoutFiles() throws Exception {
        return limit("--nofile=" + lowestFree(process.pid()) + ":");
    }

    /** The lowest number that no open file of a process has: the next one would get it. */
    static int lowestFree(long pid) {
        int number = 0;
        while (Files.exists(Path.of("/proc", String.valueOf(pid), "fd", String.valueOf(number)), NOFOLLOW_LINKS)) {
            number++;
        }
        return number;
    }

    private LimitedProcess limit(String limit) throws Exception {
        List<String> command = new ArrayList<>(asUser);
        command.addAll(List.of("prlimit", "--pid", String.valueOf(process.pid()), limit));
        Process set = new ProcessBuilder(command).inheritIO().start();
        if (set.waitFor() != 0) {
            throw new AssertionError("prlimit " + limit + " failed (expected: it may set limits)");
        }
        return this;
    }

    /** Gives it the file that it reads, so that it goes on. */
    LimitedProcess reads(Path file) throws IOException {
        try (OutputStream in = input) {
            Files.copy(file, in);
        }
        return this;
    }

    int exitCodeWithin(int seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + seconds + " s (expected: ended); it printed:\n" + err());
        }
        return process.exitValue();
    }

    String err() {
        return Checkout.read(err);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
