package dev.sluice.net.message;

/**
 * Worker to master, or to another worker: asks for a piece of a jar or a file, named by the hash of its content, or of
 * a message of a part.
 *
 * @param offset first byte wanted
 * @param length bytes wanted, at most 16 MiB; the answer may be shorter only at the end of the file
 */
public record Fetch(String sha256, long offset, int length) implements Message {
    public Fetch {
        Checks.sha256(sha256);
        Checks.notNegative("offset", offset);
        Checks.between("length", length, 1, 1 << 24);
    }
}
