package dev.sluice.net.session;

import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.runfile.Role;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;

/**
 * What a session is to be once it is proven.
 *
 * @param self role of this side
 * @param peer role of the other
 * @param spill where payloads go that are too large for memory
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
