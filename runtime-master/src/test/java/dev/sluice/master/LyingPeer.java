package dev.sluice.master;

import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.nio.ByteBuffer;

/** Changes a byte of each piece on its way. */
final class LyingPeer implements SessionListener {
    private final SessionListener owner;

    LyingPeer(SessionListener owner) {
        this.owner = owner;
    }

    @Override
    public void opened(Session session) {
        owner.opened(session);
    }

    @Override
    public void received(Session session, Message message) {
        if (message instanceof FilePart part) {
            ByteBuffer wrong = ByteBuffer.allocate((int) part.bytes().size());
            for (ByteBuffer each : part.bytes().buffers()) {
                wrong.put(each.duplicate());
            }
            part.release();
            wrong.put(0, (byte) ~wrong.get(0)).flip();
            owner.received(session, new FilePart(part.sha256(), part.offset(), Payload.wrap(wrong)));
        } else {
            owner.received(session, message);
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        owner.closed(session, why);
    }
}
