package dev.sluice.net.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.rules.Text;
import dev.sluice.net.session.Wire;
import dev.sluice.net.transport.ClientConfig;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFileTest {
    private static final RunFile FILE = new RunFile(
            new RunId("run-1"),
            List.of(
                    InetSocketAddress.createUnresolved("10.0.0.1", 7_000),
                    InetSocketAddress.createUnresolved("fe80::1", 7_001)),
            null,
            "ab".repeat(32),
            Role.WORKER,
            Secret.create(),
            false,
            UnitNeeds.NONE);

    @TempDir
    Path directory;

    private Path written() throws IOException {
        Path file = directory.resolve("private").resolve("run-1");
        FILE.write(file);
        return file;
    }

    private static void assertRefused(ErrorCode code, Path file) {
        assertThatThrownBy(() -> RunFile.read(file))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void shouldReadWhatItWroteForItsOwnerAlone() throws IOException {
        Path file = written();

        assertThat(RunFile.read(file)).isEqualTo(FILE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void shouldSayWhatUnitsNeed() {
        RunFile needing = FILE.needing(new UnitNeeds(2, 1L << 40, 3));

        assertThat(RunFile.parse(new StringReader(needing.text()))).isEqualTo(needing);
        assertThat(needing.overNetwork().needs()).isEqualTo(needing.needs());
        assertThatThrownBy(() -> RunFile.parse(new StringReader(needing.text().replace("gpus:3", "gpus:-3"))))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_FILE_INVALID));
    }

    @Test
    void shouldTellAnOperatorsFileFromAWorkers() {
        RunFile operators = Records.with(FILE, "role", Role.OPERATOR);

        assertThat(RunFile.parse(new StringReader(operators.text()))).isEqualTo(operators);
        assertThat(RunFile.parse(new StringReader(FILE.text().replaceAll("role=.*\n", ""))))
                .isEqualTo(FILE);
        assertThatThrownBy(() -> RunFile.parse(new StringReader(FILE.text().replace("role=worker", "role=master"))))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_FILE_INVALID));
    }

    @Test
    void shouldNameALocalSocketWithOrWithoutAddresses() {
        LocalSocket socket = new LocalSocket(Path.of("/run/a=b/sock"), "m=1");
        RunFile both = Records.with(FILE, "socket", socket);
        RunFile alone = Records.with(both, "addresses", List.of(), "fingerprint", RunFile.WITHOUT_CERTIFICATE);

        for (RunFile file : List.of(both, alone)) {
            assertThat(RunFile.parse(new StringReader(file.text()))).isEqualTo(file);
        }
        for (String wrong : List.of("socket=relative", "socket=/" + "x".repeat(107), "socket=/\u001b", "")) {
            assertThatThrownBy(() -> RunFile.parse(new StringReader(both.text().replaceAll("socket=.*", wrong))))
                    .isInstanceOfSatisfying(
                            NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_FILE_INVALID));
        }
    }

    @Test
    void shouldReadItFromStandardInputUpToItsEnd() {
        assertThat(RunFile.parse(new StringReader(FILE.text() + "something else")))
                .isEqualTo(FILE);
    }

    @Test
    void shouldReplaceAnOlderOneAndRefuseADirectoryThatOthersRead() throws IOException {
        Path file = written();
        FILE.write(file);
        assertThat(RunFile.read(file)).isEqualTo(FILE);

        Files.setPosixFilePermissions(file.getParent(), PosixFilePermissions.fromString("rwxr-x---"));
        assertThatThrownBy(() -> FILE.write(file)).isInstanceOf(NetException.class);
        assertRefused(ErrorCode.RUN_FILE_EXPOSED, file);
    }

    @Test
    void shouldRefuseEachFileThatIsCutOff() {
        String text = FILE.text();
        assertThat(RunFile.parse(new StringReader(text.strip()))).isEqualTo(FILE);
        for (int length = 0; length < text.strip().length(); length++) {
            String begin = text.substring(0, length);
            assertThatThrownBy(() -> RunFile.parse(new StringReader(begin)))
                    .isInstanceOfSatisfying(
                            NetException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_FILE_INVALID))
                    .hasMessageMatching(
                            "run file: not whole: it stops after line [0-9]+ \\(expected: a last line 'end'\\)");
        }
    }

    private static void assertNoPlace(ErrorCode code, Path file, String why) {
        for (boolean early : new boolean[] {true, false}) {
            assertThatThrownBy(() -> {
                        if (early) {
                            PrivateFiles.prepare(file);
                        } else {
                            FILE.write(file);
                        }
                    })
                    .isInstanceOfSatisfying(
                            NetException.class, e -> assertThat(e.code()).isEqualTo(code))
                    .hasMessageStartingWith("run file: " + file + " ")
                    .hasMessageContaining(why)
                    .hasMessageContaining("(expected: a file in a directory");
        }
    }

    @Test
    void shouldSayWhyNoRunFileCanBeWrittenThere() throws IOException {
        Path plain = Files.createFile(directory.resolve("plain"));
        Path folder = written().getParent();
        assertNoPlace(ErrorCode.FILE_NOT_FOUND, plain.resolve("w.run"), plain + " is no directory");
        assertNoPlace(ErrorCode.FILE_NOT_FOUND, plain.resolve("deep/w.run"), plain + " is no directory");
        assertNoPlace(ErrorCode.FILE_NOT_FOUND, Path.of("/proc/no-such/w.run"), "cannot be written: ");
        assertNoPlace(ErrorCode.RUN_FILE_INVALID, folder, "is a directory");
    }

    @Test
    void shouldPrepareAPlaceAndLeaveNoFileThere() throws IOException {
        Path fresh = directory.resolve("fresh").resolve("w.run");
        PrivateFiles.prepare(fresh);
        assertThat(fresh.getParent()).isEmptyDirectory();
        FILE.write(fresh);
        PrivateFiles.prepare(fresh);
        assertThat(RunFile.read(fresh)).as("a file that is there stays").isEqualTo(FILE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rwx------", "rw--w----"})
    void shouldRefuseOneThatIsLooser(String mode) throws IOException {
        Path file = written();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

        assertRefused(ErrorCode.RUN_FILE_EXPOSED, file);
    }

    /** Permissions are not what is wrong with a file of another kind. */
    @Test
    void shouldSayThatAnotherFileIsNoRunFile() throws IOException {
        Path file = written();
        Path readme = file.resolveSibling("README.md");
        Files.writeString(readme, "# Sluice\n\nSluice runs one Java computation.\n");
        Files.setPosixFilePermissions(readme, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> RunFile.read(readme)).hasMessageContaining("README.md is no run file (expected: ");
        Path image = file.resolveSibling("image.png");
        Files.write(image, new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
        assertRefused(ErrorCode.RUN_FILE_INVALID, image);
        assertThatThrownBy(() -> RunFile.read(file.getParent())).hasMessageContaining(" is a directory (expected: ");
    }

    @Test
    void shouldRefuseASymbolicLinkADirectoryAndNothing() throws IOException {
        Path file = written();
        Path link = Files.createSymbolicLink(file.resolveSibling("link"), file);
        assertRefused(ErrorCode.RUN_FILE_EXPOSED, link);
        assertRefused(ErrorCode.RUN_FILE_INVALID, Files.createDirectory(file.resolveSibling("directory")));
        assertRefused(ErrorCode.FILE_NOT_FOUND, file.resolveSibling("nothing"));
        assertRefused(ErrorCode.FILE_NOT_FOUND, Path.of("/no-such-file.run"));
        assertRefused(ErrorCode.FILE_NOT_FOUND, Path.of("/no-such-directory/worker.run"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "run=r",
                "secret=abc\nrun=r\naddress=a:1\ncertificate=",
                "bogus=1",
                "run=r\nrun=r",
                "address=nowhere",
                "address=a:0",
                "address=:1",
                "address=a:70000",
                "run=\u001b[2J",
                "\u0000"
            })
    void shouldRefuseWhatIsNoneWithASentence(String text) {
        assertThatThrownBy(() -> RunFile.parse(new StringReader(text)))
                .isInstanceOfSatisfying(NetException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.RUN_FILE_INVALID);
                    assertThat(e.getMessage()).startsWith("run file: ").doesNotContain("\u001b");
                });
    }

    @Test
    void shouldNeverShowTheSecret() {
        String secret = FILE.secret().text();
        String broken = FILE.text().replace(secret, secret.substring(1) + "x");

        assertThat(FILE.toString()).doesNotContain(secret);
        assertThatThrownBy(() -> RunFile.parse(new StringReader(broken)))
                .hasMessageNotContaining(secret.substring(1, 20));
        assertThat(ClientConfig.of(FILE).toString()).doesNotContain(secret);
        assertThat(Wire.IDENTITY.toString()).doesNotContain("Private");
    }

    @Test
    void shouldMakeCertificatesThatDiffer() {
        assertThat(RunIdentity.create().fingerprint()).hasSize(64).isNotEqualTo(Wire.IDENTITY.fingerprint());
    }

    @Test
    void shouldShowTextOfAPeerWithoutWhatATerminalObeys() {
        assertThat(Text.printable("a\u001b[31m\u202Eb\r\nc", 100)).isEqualTo("a\uFFFD[31m\uFFFDb\uFFFD\uFFFDc");
        assertThat(Text.printable("abcdef", 3)).isEqualTo("abc");
        assertThat(Text.printableLines("a\n\tb\u0007", 100)).isEqualTo("a\n\tb\uFFFD");
        assertThat(Text.printable("é世", 10)).isEqualTo("é世");
    }
}
