package dev.sluice.hosts;

import dev.sluice.testing.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A tree of hosts, in YAML or JSON, or a plan. */
public final class HostTreeFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(HostTreeFuzz::read, HostFileException.class);

    private HostTreeFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return Stream.of("tree.yaml", "tree.json", "plan.json")
                .map(name -> HostileHostFilesTest.tree(name).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static void read(byte[] input) {
        HostTreeFile.parse("tree", new String(input, StandardCharsets.UTF_8), Set.of());
    }
}
