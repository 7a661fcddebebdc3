package dev.sluice.system;

import dev.sluice.cli.page.PageFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/** The images of the page in the documents, and the fingerprint of the page that they show. */
final class PageImages {
    private static final List<String> SAMPLES = List.of("PageSamples", "SampleParts", "SampleLanes");

    private PageImages() {}

    private static Path file() {
        return Checkout.file("docs/images/page.sha256");
    }

    /** The fingerprint of the page when the images were taken. */
    static String remembered() {
        return Checkout.read(file()).strip();
    }

    static void remember() throws IOException {
        Files.writeString(file(), fingerprint() + "\n");
    }

    /** SHA-256 of the page's files and of the invented runs that it shows. */
    static String fingerprint() {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            TreeSet<String> names = new TreeSet<>();
            PageFiles.names().forEach(names::add);
            for (String name : names) {
                hash.update(PageFiles.of(name).bytes());
            }
            for (String sample : SAMPLES) {
                Path source = Checkout.file("system-tests/src/test/java/dev/sluice/system/" + sample + ".java");
                hash.update(Checkout.read(source).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(hash.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
