package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as packed, run by Sluice: a master, and worker processes on this machine. */
class {{class}}IT {
    private static final int MINUTES = 2;

    @TempDir
    Path directory;

    @Test
    void shouldCountTheSameOnTwoWorkersAsSerially() throws Exception {
        String serial = run("serial.txt", "--local=0");
        assertEquals("664579 primes below 10000000\n", serial);
        assertEquals(serial, run("local.txt", "--local", "2"));
    }

    /** {@code sluice run JAR HOW...}: returns what the application wrote. */
    private String run(String name, String... how) throws Exception {
        Path out = directory.resolve(name);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-jar", System.getProperty("sluice.master"), "run", System.getProperty("application")));
        command.addAll(List.of(how));
        command.addAll(List.of("--", "--below=10000000", "--range=100000", "--out=" + out));
        Path log = directory.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), "still running after " + MINUTES + " minutes");
            assertEquals(0, process.exitValue(), Files.readString(log));
        } finally {
            process.destroy();
        }
        return Files.readString(out);
    }
}
