package dev.sluice.master.submaster;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.session.Session;

/** Passes the parent master's messages about work to the half that faces the workers. On the loop. */
final class WorkFromParent {
    private WorkFromParent() {}

    /** Takes the message over. */
    static void take(Session session, Forwarding forwarding, Message message) {
        if (message instanceof Assign assign) {
            forwarding.give(assign);
        } else if (message instanceof Acknowledge acknowledge) {
            if (!forwarding.acknowledged(acknowledge.sequence(), acknowledge.windowBytes())) {
                session.refuse(ErrorCode.MALFORMED, "acknowledgement of a message that was never sent");
            }
        } else if (message instanceof Revoke revoke) {
            if (forwarding.cycle() >= 0) {
                session.send(new HandedBack(forwarding.cycle(), forwarding.recall(revoke.units())));
            }
        } else if (message instanceof Collect collect) {
            forwarding.collect(collect.cycle());
        } else if (message instanceof Grant grant) {
            forwarding.transit().granted(grant.offer());
        } else if (message instanceof CycleSetup setup) {
            forwarding.begin(setup.cycle(), setup.setup(), setup.parts());
        } else if (message instanceof CycleEnd end) {
            forwarding.endOf(end.cycle());
        } else if (message instanceof Unwanted unwanted) {
            forwarding.refused(unwanted);
        } else {
            message.release(); // probes, in which a sub-master takes no part
        }
    }
}
