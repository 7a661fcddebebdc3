package dev.sluice.model.simulate;

/**
 * The files that every host needs before its worker computes (docs/files.md). The master's host has them: its workers
 * use the originals in their place. All other hosts are assumed to have none of them.
 *
 * @param bytes size of all files together, each content once [bytes]
 * @param copies how many copies a line carries
 */
public record StagedFiles(long bytes, Copies copies) {
    /** No files. */
    public static final StagedFiles NONE = new StagedFiles(0, Copies.ONE_PER_HOST);

    /** How many copies a line between several hosts and their master carries. */
    public enum Copies {
        /** One copy for each host behind the line. */
        ONE_PER_HOST,
        /** One copy, because hosts pass pieces on to each other. */
        ONE_PER_LINE
    }

    public StagedFiles {
        if (bytes < 0) {
            throw new IllegalArgumentException("files of " + bytes + " bytes (expected: not negative)");
        }
    }

    /** Files that the runtime brings to hosts as it does today. */
    public static StagedFiles of(long bytes) {
        return new StagedFiles(bytes, Copies.ONE_PER_HOST);
    }

    /** True if there is nothing to bring. */
    public boolean isNone() {
        return bytes == 0;
    }
}
