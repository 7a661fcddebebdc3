package dev.sluice.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import org.jspecify.annotations.Nullable;

/** The pool's end of an agent's session. Confined to the pool's loop. */
final class AgentSession implements SessionListener {
    private final PoolLoop pool;
    private @Nullable AgentHost host;

    AgentSession(PoolLoop pool) {
        this.pool = pool;
    }

    @Override
    public void opened(Session session) {}

    @Override
    public void received(Session session, Message message) {
        AgentHost mine = host;
        if (message instanceof AgentReport report) {
            if (mine == null) {
                host = pool.joined(session, report);
            } else {
                pool.reported(mine, report);
            }
        } else if (message instanceof HostReport report) {
            if (mine != null) {
                pool.sensed(mine, report);
            }
        } else if (message instanceof LinkProbe answer && mine != null) {
            pool.probed(mine, answer);
        } else if (message instanceof Goodbye || message instanceof Problem) {
            session.close();
        } else {
            message.release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from an agent");
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        if (host != null) {
            pool.lost(host, session);
        }
    }
}
