package dev.sluice.pool;

import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.runfile.Role;
import java.util.Locale;

/**
 * Which role of a pool's clients may do what. A role may do all that the roles after it in {@link Role#POOL_CLIENTS}
 * may.
 */
final class PoolRights {
    /** The role of a master that takes workers for its run. */
    static final Role TO_JOIN = Role.SUBMIT;

    private PoolRights() {}

    /** The least powerful role that may ask this. */
    static Role needed(PoolRequest.Verb verb) {
        return switch (verb) {
            case STATUS -> Role.READ;
            case SUBMIT, CANCEL -> Role.SUBMIT;
            default -> Role.ADMIN;
        };
    }

    /** Tells whether a role may do what {@code needed} may. */
    static boolean covers(Role role, Role needed) {
        return role.ofPoolClient() && Role.POOL_CLIENTS.indexOf(role) <= Role.POOL_CLIENTS.indexOf(needed);
    }

    /** Says that a role may not do something. */
    static String refusal(String what, Role role, Role needed) {
        return "pool: " + what + " by the role " + role.text() + " (expected: the role " + needed.text()
                + (needed == Role.ADMIN ? "" : ", or a more powerful one") + ")";
    }

    /** The name of a request in messages. */
    static String name(PoolRequest.Verb verb) {
        return verb.name().toLowerCase(Locale.ROOT);
    }
}
