package dev.sluice.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The pool's end of the session of a master, or of a command. It may do what its role may. Confined to the pool's loop.
 */
final class ClientSession implements SessionListener {
    /** The role of a master that takes workers for its run. */
    private static final Role TO_JOIN = Role.SUBMIT;

    private final PoolLoop pool;
    private final Desk desk;
    private @Nullable JoinedRun run;
    private boolean saidGoodbye;

    ClientSession(PoolLoop pool, Desk desk) {
        this.pool = pool;
        this.desk = desk;
    }

    @Override
    public void opened(Session session) {}

    @Override
    public void received(Session session, Message message) {
        JoinedRun mine = run;
        if (message instanceof PoolRequest request) {
            asked(session, request);
        } else if (message instanceof PoolJoin join && mine == null) {
            joined(session, join);
        } else if (message instanceof PoolNeeds needs && mine != null) {
            pool.needs(mine, needs);
        } else if (message instanceof Goodbye || message instanceof Problem) {
            saidGoodbye = message instanceof Goodbye;
            session.close();
        } else {
            message.release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from a client");
        }
    }

    private void asked(Session session, PoolRequest request) {
        Role needed = needed(request.verb());
        if (covers(session.role(), needed)) {
            desk.asked(request, session::send);
        } else {
            String text = refusal(name(request.verb()), session.role(), needed);
            session.send(new PoolAnswer(ErrorCode.ROLE_REFUSED, text, ""));
        }
    }

    private void joined(Session session, PoolJoin join) {
        if (covers(session.role(), TO_JOIN)) {
            run = pool.joined(session, join);
        } else {
            session.refuse(ErrorCode.ROLE_REFUSED, refusal("workers for " + join.run(), session.role(), TO_JOIN));
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        if (run != null) {
            pool.left(run, session, saidGoodbye || why.byPeer() && why.code() == ErrorCode.NONE);
        }
    }

    /** The least powerful role that may ask this. */
    private static Role needed(PoolRequest.Verb verb) {
        return switch (verb) {
            case STATUS -> Role.READ;
            case SUBMIT, CANCEL -> Role.SUBMIT;
            default -> Role.ADMIN;
        };
    }

    /** Tells whether a role may do what {@code needed} may. */
    private static boolean covers(Role role, Role needed) {
        return role.ofPoolClient() && Role.POOL_CLIENTS.indexOf(role) <= Role.POOL_CLIENTS.indexOf(needed);
    }

    /** Says that a role may not do something. */
    private static String refusal(String what, Role role, Role needed) {
        return "pool: " + what + " by the role " + role.text() + " (expected: the role " + needed.text()
                + (needed == Role.ADMIN ? "" : ", or a more powerful one") + ")";
    }

    /** The name of a request in messages. */
    private static String name(PoolRequest.Verb verb) {
        return verb.name().toLowerCase(Locale.ROOT);
    }
}
