package dev.sluice.net.session;

import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.runfile.Role;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

/**
 * The terms of a proven session.
 *
 * @param self role of this side
 * @param peer role of the other
 * @param spill stores payloads that are too large for memory
 * @param owner the loop on which the listener is called
 */
public record SessionTerms(
        Role self,
        Role peer,
        Limits limits,
        SpillSpace spill,
        Offences offences,
        EventLoop owner,
        SessionListener.Factory acceptor) {
    Delivery delivery(Session session, Channel channel) {
        return new Delivery(session, owner, channel, acceptor);
    }
}
