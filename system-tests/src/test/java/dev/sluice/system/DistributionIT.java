package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Unpacks and uses what {@code ./sluice dist} makes: with a JDK and a handful of tools on the path, and nothing else;
 * without a network where this may be tried, that is as root.
 */
@NoLeaks
class DistributionIT {
    private static final int SECONDS = 120;
    private static final String TOOLS =
            "awk basename bash cat chmod cksum cut dirname env find grep head id ln mkdir mktemp "
                    + "paste readlink rm sed sleep sort tail touch uname";

    @TempDir
    static Path directory;

    private static Path archive;

    @BeforeAll
    static void makeTheArchive() throws Exception {
        type("'" + Checkout.file("sluice") + "' dist --out first");
        archive = only("first", ".tar.gz");
        Files.createDirectories(directory.resolve("tools"));
        type("for tool in " + TOOLS + "; do cp -L \"$(command -v $tool)\" tools/; done");
    }

    @Test
    void shouldHaveTheSameBytesWheneverAndByWhomeverItIsMade() throws Exception {
        type("umask 077; TZ=Asia/Tokyo LC_ALL=C.UTF-8 '" + Checkout.file("sluice") + "' dist --out second");
        assertThat(only("second", ".tar.gz"))
                .hasSameBinaryContentAs(archive)
                .hasFileName(archive.getFileName().toString());
        if (has("python3")) {
            assertThat(only("second", ".whl")).hasSameBinaryContentAs(only("first", ".whl"));
        }
        if (hasDpkg()) {
            assertThat(only("second", ".deb")).hasSameBinaryContentAs(only("first", ".deb"));
        }
        assertThat(directory.resolve("second").toFile().list()).noneMatch(name -> name.startsWith("."));
    }

    @Test
    void shouldSayWhatItIsMadeOf() throws Exception {
        assertThat(type("cd first && sha256sum --check SHA256SUMS").lines())
                .contains(archive.getFileName() + ": OK")
                .allMatch(line -> line.endsWith(": OK"));
        String share = unpacked("materials") + "/share";
        String master = Files.readString(Path.of(share, "bom/sluice-master.cdx.json"));
        String worker = Files.readString(Path.of(share, "bom/sluice-worker.cdx.json"));
        assertThat(master)
                .contains(
                        "\"bomFormat\" : \"CycloneDX\"",
                        "pkg:maven/io.netty/netty-handler@",
                        "\"SHA-256\"",
                        "Apache-2.0")
                .contains("pkg:maven/org.bouncycastle/bcprov-jdk18on@", "pkg:maven/org.hdrhistogram/HdrHistogram@")
                .doesNotContain("junit", "assertj", "serialNumber");
        assertThat(worker).contains("pkg:maven/com.github.oshi/oshi-core@", "pkg:maven/net.java.dev.jna/jna@");
        assertThat(worker).doesNotContain("HdrHistogram");
        try (JarFile jar = new JarFile(Checkout.workerJar().toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName)).noneMatch(name -> name.startsWith("org/HdrHistogram/"));
        }
        try (Stream<Path> licences = Files.walk(Path.of(share, "licenses"))) {
            assertThat(licences.map(Path::toString))
                    .anyMatch(file -> file.matches(".*/jackson-core[^/]*/META-INF/LICENSE"))
                    .anyMatch(file -> file.matches(".*/netty-tcnative[^/]*/META-INF/license/LICENSE.boringssl.txt"))
                    .anyMatch(file -> file.matches(".*/HdrHistogram[^/]*/META-INF/LICENSE.txt"))
                    .anyMatch(file -> file.endsWith("/oshi-core/LICENSE"))
                    .anyMatch(file -> file.endsWith("/protobuf-java/LICENSE"))
                    .anyMatch(file -> file.endsWith("/logback/LGPL-2.1.txt"));
        }
    }

    @Test
    void shouldBelongToNobodyAndBeReadableByAll() throws Exception {
        assertThat(type("tar -tvf '" + archive + "'").lines())
                .allMatch(line -> line.matches("(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x) 0/0 .*"), "modes and owners")
                .anyMatch(line -> line.matches("-rwxr-xr-x .* sluice-[^/]+/sluice"))
                .anyMatch(line -> line.endsWith("/LICENSE"))
                .anyMatch(line -> line.endsWith("/lib/runtime-api.jar"))
                .anyMatch(line -> line.endsWith("/docs/installing.md"))
                .anyMatch(line -> line.endsWith("/python/sluice/__init__.py"))
                .anyMatch(line -> line.endsWith("/examples/c/sluice.h"))
                .anyMatch(line -> line.endsWith("/deploy/systemd/sluice-worker@.service"))
                .anyMatch(line -> line.endsWith("/share/man/man1/sluice-run.1"))
                .anyMatch(line -> line.endsWith("/share/bash-completion/completions/sluice"))
                .anyMatch(line -> line.matches("-rwxr-xr-x .*/deploy/hosts/workers"))
                .noneMatch(line -> line.matches(".*/[a-z-]*lab/.*"))
                .noneMatch(line -> line.contains("/target/") || line.contains("/src/"));
    }

    @Test
    void shouldRunAndHaveWorkersJoinWithNothingButAJdk() throws Exception {
        String home = unpacked("minute");
        String said = alone(home, """
            ./sluice run mandelbrot --local=0 -- --width 320 --height 240 --out serial.png
            mkdir -m 700 private
            bash -c 'until [[ -e private/worker.run ]]; do sleep 0.1; done
                exec ./sluice join --slots 1 - < private/worker.run' &
            ./sluice run mandelbrot --listen 127.0.0.1:0 --run-file private/worker.run -- --width 320 --height 240
            wait $!\
            """);
        assertThat(said).contains(" complete: ", "report: ").doesNotContain("Building", "Installing");
        assertThat(Path.of(home, "mandelbrot.png")).hasSameBinaryContentAs(Path.of(home, "serial.png"));
    }

    @Test
    void shouldGiveProjectsItsJars() throws Exception {
        Maven maven = Maven.in(Files.createDirectories(directory.resolve("maven")));
        String home = unpacked("projects");
        type(maven.environment() + "cd '" + home + "'\n./sluice install");
        try (Stream<Path> files = Files.walk(maven.artifact("runtime-api"))) {
            Path jar = files.filter(file -> file.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow();
            assertThat(jar).hasSameBinaryContentAs(Path.of(home, "lib/runtime-api.jar"));
        }
    }

    @Test
    void shouldRefuseWhatOnlyACheckoutCanDo() throws Exception {
        String home = unpacked("refusals");
        for (String command : List.of("check", "dist")) {
            try (Terminal terminal = Terminal.type(Path.of(home), "./sluice " + command)) {
                assertThat(terminal.exitCodeWithin(SECONDS)).isEqualTo(2);
                assertThat(terminal.output()).contains("works in a checkout (expected: a clone of the sources");
            }
        }
    }

    @Test
    void shouldRunAsADebianPackage() throws Exception {
        assumeTrue(hasDpkg(), "there is no dpkg-deb on this machine");
        Path deb = only("first", ".deb");
        Path root = Files.createDirectories(directory.resolve("debian"));
        type("dpkg-deb -x '" + deb + "' '" + root + "'");
        assertThat(type("dpkg-deb -I '" + deb + "'"))
                .contains("Package: sluice-runtime", "default-jre-headless (>= 2:1.17) | java17-runtime-headless");
        assertThat(type("dpkg-deb -c '" + deb + "' | awk '{ print $1, $2 }' | sort -u")
                        .lines())
                .containsExactlyInAnyOrder(
                        "-rw-r--r-- root/root",
                        "-rwxr-xr-x root/root",
                        "drwx------ root/root",
                        "drwxr-xr-x root/root",
                        "lrwxrwxrwx root/root");
        Path work = Files.createDirectories(directory.resolve("debian-work"));
        assertThat(alone(
                        work.toString(), root + "/usr/bin/sluice run mandelbrot --local 1 -- --width 320 --height 240"))
                .contains(" complete: ");
    }

    /** Checked with dpkg: every file belongs to the package, and nothing has to be run to configure it. */
    @Test
    void shouldBeInstalledByDpkg() throws Exception {
        assumeTrue(hasDpkg() && isRoot(), "installing a package needs dpkg and root");
        String root = directory.resolve("installed").toString();
        type("mkdir -p '" + root + "/var/lib/dpkg/updates' '" + root + "/var/lib/dpkg/info'\n"
                + ": > '" + root + "/var/lib/dpkg/status'\n"
                + "dpkg --root='" + root + "' --force-depends --force-script-chrootless --log=/dev/null --install '"
                + only("first", ".deb") + "' 2> /dev/null\n"
                + "dpkg --root='" + root + "' --verify sluice-runtime\n"
                + "test -L '" + root + "/usr/bin/sluice'\n"
                + "test -x '" + root + "/usr/share/doc/sluice-runtime/deploy/hosts/workers'\n"
                + "test -f '" + root + "/usr/share/man/man1/sluice-run.1.gz'");
        assumeTrue(has("systemd-analyze"), "there is no systemd-analyze on this machine");
        type("mkdir -p '" + root + "/bin' && touch '" + root + "/bin/sh' && chmod 755 '" + root + "/bin/sh'");
        assertThat(type("systemd-analyze verify --man=no --recursive-errors=no --root='" + root
                        + "' sluice-worker@cluster.service sluice.slice"))
                .as("what systemd says of the units")
                .isEmpty();
    }

    /** Types lines in a directory of an unpacked distribution, on a machine that has nothing but a JDK. */
    private static String alone(String where, String lines) throws Exception {
        Path home = Files.createTempDirectory(directory, "home-");
        String apart = isRoot() && has("unshare") && has("ip")
                ? "unshare --net -- bash -c 'ip link set lo up && exec \"$@\"' - "
                : "";
        return type("cd '" + where + "'\n" + apart + "env -i SLUICE_CLASS_ARCHIVES=off SLUICE_JAVA_OPTIONS='"
                + String.join(" ", ClassArchive.SHORT_LIVED) + "' PATH='"
                + directory.resolve("tools") + "' HOME='" + home
                + "' JAVA_HOME='" + System.getProperty("java.home") + "' bash -euo pipefail -c '"
                + lines.replace("'", "'\\''") + "'");
    }

    private static String unpacked(String name) throws Exception {
        type("mkdir " + name + " && tar -C " + name + " -xzf '" + archive + "'");
        try (Stream<Path> content = Files.list(directory.resolve(name))) {
            return content.findFirst().orElseThrow().toString();
        }
    }

    private static Path only(String where, String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(where))) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(ending)).toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private static boolean hasDpkg() throws InterruptedException {
        return has("dpkg-deb") && has("dpkg");
    }

    private static boolean isRoot() throws InterruptedException {
        return succeeds("test \"$(id -u)\" = 0");
    }

    private static boolean has(String tool) throws InterruptedException {
        return succeeds("command -v " + tool);
    }

    private static boolean succeeds(String line) throws InterruptedException {
        try (Terminal terminal = Terminal.type(directory, line)) {
            return terminal.exitCodeWithin(SECONDS) == 0;
        }
    }

    private static String type(String lines) throws InterruptedException {
        try (Terminal terminal = Terminal.type(directory, lines)) {
            int code = terminal.exitCodeWithin(SECONDS);
            assertThat(code)
                    .as("exit code of\n%s\nwhich printed:\n%s", lines, terminal.output())
                    .isZero();
            assertThat(terminal.output()).doesNotContain("WARN", "Exception", "\tat ");
            return terminal.output();
        }
    }
}
