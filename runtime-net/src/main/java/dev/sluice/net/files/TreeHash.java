package dev.sluice.net.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 of a directory: the names, kinds, links, execute bits and contents of everything below it. */
final class TreeHash {
    private TreeHash() {}

    static String of(Path root) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted().toList();
        }
        MessageDigest digest = ContentHash.sha256();
        for (Path path : all) {
            text(digest, root.relativize(path).toString());
            if (Files.isSymbolicLink(path)) {
                text(digest, "link " + Files.readSymbolicLink(path));
            } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                text(digest, "file " + Files.size(path) + (Files.isExecutable(path) ? " x" : ""));
                ContentHash.update(digest, path);
            } else {
                text(digest, "directory");
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void text(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
