package dev.sluice.system;

import dev.sluice.cli.SluiceMaster;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JVM that executes {@code sluice} for lines of a shell, one after the other, because a start takes longer than most
 * lines. A script that stands for {@code sluice} hands over its words, and the JVM opens its streams. Linux only.
 */
final class EachLines {
    private EachLines() {}

    /**
     * Starts the JVM.
     *
     * @param home directory of a {@link SluiceShell}, whose {@code sluice} is replaced
     * @param directory the current directory of all lines
     */
    static Process start(Path home, Path directory) throws IOException, InterruptedException {
        Path asked = home.resolve("asked");
        new ProcessBuilder("mkfifo", asked.toString()).start().waitFor();
        // The echo is a program, because bash exchanges its own standard output while a builtin writes elsewhere.
        String script = """
            #!/bin/bash
            printf '%%s\\0' "$@" > '%1$s/words'
            mkfifo "%1$s/code.$$"
            exec 9<> "%1$s/code.$$"
            /bin/echo $$ > '%1$s/asked'
            read -r -u 9 code
            exit "$code"
            """.formatted(home);
        Path program = home.resolve("bin").resolve("sluice");
        Files.writeString(program, script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        String classes = Checkout.masterJar() + ":" + classes();
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        "-c",
                        "exec \"$@\" 0<> '" + asked + "'",
                        "-",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens=java.base/java.io=ALL-UNNAMED",
                        "-Dsluice.worker.jar=" + Checkout.workerJar(),
                        "-Dsluice.command=sluice",
                        "-cp",
                        classes,
                        EachLines.class.getName(),
                        home.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(".lines").toFile());
        builder.environment().put("XDG_STATE_HOME", home.resolve("state").toString());
        builder.environment().put("SHELL", "/bin/bash");
        return builder.start();
    }

    private static String classes() {
        return Path.of(EachLines.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    /** Executes the words of one process after the other; their numbers are the lines of standard input. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String process = asked.readLine(); process != null; process = asked.readLine()) {
            Path descriptors = Path.of("/proc", process, "fd");
            String words = Files.readString(home.resolve("words"));
            List<String> line = Stream.of(words.substring(0, words.length() - 1).split("\0", -1))
                    .map(word -> word.replaceFirst("^/dev/fd/", descriptors + "/"))
                    .toList();
            int code = execute(descriptors, line);
            Files.writeString(home.resolve("code." + process), code + "\n");
        }
    }

    private static int execute(Path descriptors, List<String> words) throws Exception {
        try (FileInputStream in = new FileInputStream(descriptors.resolve("0").toFile());
                FileOutputStream out =
                        new FileOutputStream(descriptors.resolve("1").toFile(), true);
                FileOutputStream err =
                        new FileOutputStream(descriptors.resolve("2").toFile(), true)) {
            System.setIn(in);
            redirect(FileDescriptor.out, out);
            redirect(FileDescriptor.err, err);
            return SluiceMaster.commandLine()
                    .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                    .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                    .execute(words.toArray(String[]::new));
        }
    }

    private static void redirect(FileDescriptor from, FileOutputStream to) throws Exception {
        Field number = FileDescriptor.class.getDeclaredField("fd");
        number.setAccessible(true);
        number.setInt(from, number.getInt(to.getFD()));
    }
}
