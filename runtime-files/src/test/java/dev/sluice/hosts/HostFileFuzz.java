package dev.sluice.hosts;

import dev.sluice.testing.FuzzTarget;
import dev.sluice.text.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The kind of a file of hosts, and its text. The text of an inventory of Ansible is what {@code ansible-inventory}
 * prints. Configurations of ssh that include other files are left out, because these are files of this machine.
 */
public final class HostFileFuzz {
    /** A file stands for up to 65,536 hosts, whatever its length. */
    private static final FuzzTarget TARGET =
            FuzzTarget.of(HostFileFuzz::read, HostFileException.class).within(64 << 20);

    private HostFileFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (HostKind kind : HostKind.values()) {
            String text = (char) kind.ordinal() + HostileHostFilesTest.text(kind);
            seeds.add(text.getBytes(StandardCharsets.UTF_8));
            String found = (char) HostKind.values().length + HostileHostFilesTest.text(kind);
            seeds.add(found.getBytes(StandardCharsets.UTF_8));
        }
        return seeds;
    }

    private static void read(byte[] input) {
        if (input.length == 0) {
            return;
        }
        HostKind[] kinds = HostKind.values();
        int index = (input[0] & 0xFF) % (kinds.length + 1);
        String text = new String(Arrays.copyOfRange(input, 1, input.length), StandardCharsets.UTF_8);
        HostKind kind = index == kinds.length ? HostFile.HostKindFinder.of(Line.of(text)) : kinds[index];
        if (kind == HostKind.ANSIBLE) {
            Source source = new Source("inventory.yml", "a file of hosts", HostFileException::new);
            new InventoryReader(source, "ansible-inventory").hosts(text);
        } else if (kind != HostKind.SSH || !text.toLowerCase(Locale.ROOT).contains("include")) {
            HostFile.parse("hosts.txt", text, kind);
        }
    }
}
