package dev.sluice.net.frame;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;

/**
 * The first eight bytes each way: four of magic, lowest and highest protocol version, role, flags.
 *
 * @param lowest version, 1 to 255
 * @param highest version, 1 to 255
 * @param tls whether TLS follows
 */
public record Preamble(int lowest, int highest, Role role, boolean tls) {
    public static final int BYTES = 8;

    /** The first byte is no letter, so that a text protocol is told apart at once. */
    public static final byte[] MAGIC = {(byte) 0xF5, 'S', 'l', 'u'};

    /** The versions that this build speaks. */
    static final int LOWEST = 1;

    static final int HIGHEST = 1;

    private static final int FLAG_TLS = 1;

    /** The highest version that this build speaks. */
    public static int newest() {
        return HIGHEST;
    }

    /** Tells whether this build speaks a version. */
    public static boolean understands(int version) {
        return version >= LOWEST && version <= HIGHEST;
    }

    /** The preamble of this build. */
    public static Preamble of(Role role, boolean tls) {
        return new Preamble(LOWEST, HIGHEST, role, tls);
    }

    public byte[] bytes() {
        return new byte[] {
            MAGIC[0],
            MAGIC[1],
            MAGIC[2],
            MAGIC[3],
            (byte) lowest,
            (byte) highest,
            (byte) role.number(),
            (byte) (tls ? FLAG_TLS : 0)
        };
    }

    /**
     * Reads eight bytes whose magic is right.
     *
     * @throws OffenceException NOT_SLUICE for a role, flag or order of versions that nobody sends
     */
    public static Preamble parse(byte[] bytes) {
        int lowest = bytes[4] & 0xFF;
        int highest = bytes[5] & 0xFF;
        int flags = bytes[7] & 0xFF;
        if (lowest < 1 || lowest > highest || flags > FLAG_TLS) {
            throw new OffenceException(
                    ErrorCode.NOT_SLUICE,
                    "preamble: versions " + lowest + " to " + highest + ", flags " + flags
                            + " (expected: versions from 1 up, flags 0 or 1)");
        }
        for (Role role : Role.values()) {
            if (role.number() == bytes[6]) {
                return new Preamble(lowest, highest, role, flags == FLAG_TLS);
            }
        }
        throw new OffenceException(ErrorCode.NOT_SLUICE, "preamble: role " + (bytes[6] & 0xFF) + " (expected: 1 to 9)");
    }

    /** @throws OffenceException VERSION_MISMATCH if no version is common; it names both sides' */
    public void checkVersions() {
        if (lowest > HIGHEST || highest < LOWEST) {
            String older = highest < LOWEST ? "the peer" : "this side";
            throw new OffenceException(
                    ErrorCode.VERSION_MISMATCH,
                    "the peer speaks protocol versions " + lowest + " to " + highest + ", this side " + LOWEST + " to "
                            + HIGHEST + " (expected: one in common; update " + older + ")");
        }
    }
}
