package dev.sluice.net.session;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.Kind.Way;
import dev.sluice.net.message.Message;
import dev.sluice.net.runfile.Role;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The allowed frames of each side and state, and their limits of time and size. All others are refused. */
public final class SessionTable {
    /** The largest frame before the proof and after it: what follows its length [bytes]. */
    public static final int UNPROVEN_FRAME = 4_096;

    static final int PROVEN_FRAME = 1 << 20;

    /** Limit of an unproven peer [bytes], of all its frames. */
    public static final int UNPROVEN_BYTES = 4_096;

    public static final int UNPROVEN_FRAMES = 3;

    /** Limit of a master before its proof, certificate included [bytes]. */
    public static final int MASTER_UNPROVEN_BYTES = 16_384;

    /** Time from the proof to the end of the registration [ns]. */
    static final long REGISTER_NANOS = SECONDS.toNanos(30);

    private static final Set<Kind> NONE = Set.of();
    private static final Set<Kind> CHALLENGE = Set.of(Kind.HELLO, Kind.PROOF, Kind.PROBLEM);
    private static final Set<Kind> ANSWER = Set.of(Kind.PROOF);

    private static final Map<State, Set<Kind>> MASTER_FROM_WORKER = rows(ANSWER, with(Kind.REGISTER), Way.FROM_WORKER);
    private static final Map<State, Set<Kind>> MASTER_FROM_OPERATOR = rows(ANSWER, NONE, Way.FROM_OPERATOR);
    private static final Map<State, Set<Kind>> MASTER_FROM_POOL_CLIENT = rows(ANSWER, NONE, Way.FROM_CLIENT);
    private static final Map<State, Set<Kind>> MASTER_FROM_PROBE = rows(ANSWER, NONE, Way.FROM_PROBE);
    private static final Map<State, Set<Kind>> MASTER_FROM_PEER = rows(ANSWER, NONE, Way.FROM_PEER);
    private static final Map<State, Set<Kind>> MASTER_FROM_AGENT = rows(ANSWER, NONE, Way.FROM_AGENT);
    private static final Map<State, Set<Kind>> WORKER = rows(CHALLENGE, with(Kind.REGISTERED), Way.TO_WORKER);
    private static final Map<State, Set<Kind>> OPERATOR = rows(CHALLENGE, NONE, Way.TO_OPERATOR);
    private static final Map<State, Set<Kind>> POOL_CLIENT = rows(CHALLENGE, NONE, Way.TO_CLIENT);
    private static final Map<State, Set<Kind>> AGENT = rows(CHALLENGE, NONE, Way.TO_AGENT);
    private static final Map<State, Set<Kind>> PROBE = rows(CHALLENGE, NONE, Way.TO_PROBE);
    private static final Map<State, Set<Kind>> PEER = rows(CHALLENGE, NONE, Way.TO_PEER);

    private SessionTable() {}

    private static Set<Kind> with(Kind registration) {
        return EnumSet.of(registration, Kind.PROBLEM, Kind.GOODBYE);
    }

    private static Map<State, Set<Kind>> rows(Set<Kind> prove, Set<Kind> register, Way way) {
        Set<Kind> active = Kind.on(way);
        Map<State, Set<Kind>> rows = new EnumMap<>(State.class);
        rows.put(State.PREAMBLE, NONE);
        rows.put(State.TLS, NONE);
        rows.put(State.PROVE, prove);
        rows.put(State.REGISTER, register);
        rows.put(State.ACTIVE, active);
        rows.put(State.DRAINING, active);
        rows.put(State.CLOSED, NONE);
        return rows;
    }

    /**
     * The frames that a side in the role {@code self} takes from a peer in the role {@code peer} while it is in
     * {@code state}.
     */
    public static Set<Kind> taken(Role self, Role peer, State state) {
        Set<Kind> kinds = rows(self, peer).get(state);
        return kinds == null ? NONE : kinds;
    }

    private static Map<State, Set<Kind>> rows(Role self, Role peer) {
        return switch (self) {
            case MASTER -> fromPeer(peer);
            case WORKER -> WORKER;
            case OPERATOR -> OPERATOR;
            case PROBE -> PROBE;
            case PEER -> PEER;
            case AGENT -> AGENT;
            case ADMIN, SUBMIT, READ -> POOL_CLIENT;
        };
    }

    private static Map<State, Set<Kind>> fromPeer(Role peer) {
        return switch (peer) {
            case WORKER -> MASTER_FROM_WORKER;
            case PROBE -> MASTER_FROM_PROBE;
            case PEER -> MASTER_FROM_PEER;
            case AGENT -> MASTER_FROM_AGENT;
            case ADMIN, SUBMIT, READ -> MASTER_FROM_POOL_CLIENT;
            case OPERATOR, MASTER -> MASTER_FROM_OPERATOR;
        };
    }

    /**
     * The kind of a message that a side in the role {@code self} sends to {@code peer}.
     *
     * @throws IllegalArgumentException for a kind that it never sends; the payload has been released then
     */
    public static Kind sent(Role self, Role peer, Message message) {
        Kind kind = Kind.of(message);
        if (!sends(self, peer, kind)) {
            message.release();
            throw new IllegalArgumentException(
                    kind + " from " + self + " to " + peer + " (expected: the other direction)");
        }
        return kind;
    }

    /** Tells whether a side in the role {@code self} may ever send {@code kind} to {@code peer}. */
    static boolean sends(Role self, Role peer, Kind kind) {
        return taken(peer, self, State.REGISTER).contains(kind)
                || taken(peer, self, State.ACTIVE).contains(kind);
    }

    /**
     * The state after a proven side has sent or received a message of {@code kind}; the caller distinguishes senders.
     */
    public static State after(State state, Kind kind) {
        return switch (kind) {
            case REGISTERED -> state == State.REGISTER ? State.ACTIVE : state;
            case DRAIN, LEAVING -> state == State.ACTIVE ? State.DRAINING : state;
            case GOODBYE, PROBLEM -> State.CLOSED;
            default -> state;
        };
    }

    /** The state that a session enters with the proof. */
    public static State proven(Role self, Role peer) {
        return self == Role.WORKER || peer == Role.WORKER ? State.REGISTER : State.ACTIVE;
    }
}
