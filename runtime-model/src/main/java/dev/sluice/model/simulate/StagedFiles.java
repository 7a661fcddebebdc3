package dev.sluice.model.simulate;

import dev.sluice.model.flow.Host;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files that every host needs before its worker computes (docs/data.md). The master's host has them: its workers
 * use the originals in their place.
 *
 * @param bytes size of all files together, each content once [bytes]
 * @param held size of those that a host is believed to have, by its name; other hosts have none [bytes]
 * @param copies how many copies a line carries
 */
public record StagedFiles(long bytes, Map<String, Long> held, Copies copies) {
    /** No files. */
    public static final StagedFiles NONE = of(0);

    /** How many copies a line between several hosts and their master carries. */
    public enum Copies {
        /** One copy for each host behind the line. */
        ONE_PER_HOST,
        /** One copy for each group of hosts behind one link, because they pass pieces on to each other. */
        ONE_PER_LINE
    }

    public StagedFiles {
        if (bytes < 0) {
            throw new IllegalArgumentException("files of " + bytes + " bytes (expected: not negative)");
        }
        held = Collections.unmodifiableMap(new LinkedHashMap<>(held));
    }

    /** Files that no host has yet, brought to hosts as the runtime does with all but small files. */
    public static StagedFiles of(long bytes) {
        return new StagedFiles(bytes, Map.of(), Copies.ONE_PER_LINE);
    }

    /** Copies it with another count of copies. */
    public StagedFiles with(Copies others) {
        return new StagedFiles(bytes, held, others);
    }

    /** Copies it with the sizes that hosts have, by their names [bytes]. */
    public StagedFiles withHeld(Map<String, Long> bytesByHost) {
        return new StagedFiles(bytes, bytesByHost, copies);
    }

    /** Size of the files that the host does not have [bytes]. */
    public long missing(Host host) {
        return Math.max(0, bytes - held.getOrDefault(host.name(), 0L));
    }

    /** True if there are no files. */
    public boolean isNone() {
        return bytes == 0;
    }
}
