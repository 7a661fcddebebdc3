package dev.sluice.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import org.jspecify.annotations.Nullable;

/** The pool's end of the session of a master, or of a command. Confined to the pool's loop. */
final class ClientSession implements SessionListener {
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
            desk.asked(request, session::send);
        } else if (message instanceof PoolJoin join && mine == null) {
            run = pool.joined(session, join);
        } else if (message instanceof PoolNeeds needs && mine != null) {
            pool.needs(mine, needs);
        } else if (message instanceof Goodbye || message instanceof Problem) {
            saidGoodbye = message instanceof Goodbye;
            session.close();
        } else {
            message.release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from an operator");
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        if (run != null) {
            pool.left(run, session, saidGoodbye || why.byPeer() && why.code() == ErrorCode.NONE);
        }
    }
}
