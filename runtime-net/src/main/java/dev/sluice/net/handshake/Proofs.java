package dev.sluice.net.handshake;

import dev.sluice.net.frame.Preamble;
import dev.sluice.net.runfile.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proofs that a side knows the secret: HMAC-SHA256 over a label for the direction, the peer's role, both nonces, the
 * hash of the master's certificate and both preambles, so that a proof is good for one connection, one direction and
 * one choice of versions only.
 */
public final class Proofs {
    static final int NONCE_BYTES = 32;
    static final int MAC_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] OF_PEER = "sluice proof of a peer".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OF_MASTER = "sluice proof of a master".getBytes(StandardCharsets.US_ASCII);

    private final Secret secret;
    private final byte[] certificateHash;
    private final Preamble peer;
    private final Preamble master;

    public Proofs(Secret secret, String fingerprint, Preamble peer, Preamble master) {
        this.secret = secret;
        this.certificateHash = HexFormat.of().parseHex(fingerprint);
        this.peer = peer;
        this.master = master;
    }

    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** The proof of a worker or operator. */
    byte[] ofPeer(byte[] masterNonce, byte[] peerNonce) {
        return mac(OF_PEER, masterNonce, peerNonce);
    }

    /** The proof of the master in return. */
    byte[] ofMaster(byte[] masterNonce, byte[] peerNonce) {
        return mac(OF_MASTER, masterNonce, peerNonce);
    }

    private byte[] mac(byte[] label, byte[] masterNonce, byte[] peerNonce) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.bytes(), "HmacSHA256"));
            mac.update(label);
            mac.update((byte) 0);
            mac.update((byte) peer.role().number());
            mac.update(masterNonce);
            mac.update(peerNonce);
            mac.update(certificateHash);
            mac.update(peer.bytes());
            return mac.doFinal(master.bytes());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HmacSHA256", e);
        }
    }
}
