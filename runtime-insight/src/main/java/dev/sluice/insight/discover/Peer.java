package dev.sluice.insight.discover;

import dev.sluice.net.message.Register;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.session.Session;

/** A worker of a discovery. Confined to the loop. */
final class Peer {
    final Session session;
    final Register register;

    /** The identity that it shows when others connect to it. */
    final RunIdentity identity;

    final Secret secret;
    String name;
    long heardNanos;
    long tick;
    long beats;
    boolean gone;

    public Peer(Session session, Register register, RunIdentity identity, long nowNanos) {
        this.session = session;
        this.register = register;
        this.identity = identity;
        this.secret = Secret.create();
        this.name = register.host();
        this.heardNanos = nowNanos;
    }

    int slots() {
        return register.slots();
    }

    /** Its address as this side sees it; empty if unknown. */
    String address() {
        return session.host().orElse("");
    }

    /** Tells whether it is on the vantage's own machine. */
    boolean here() {
        return session.loopback();
    }
}
