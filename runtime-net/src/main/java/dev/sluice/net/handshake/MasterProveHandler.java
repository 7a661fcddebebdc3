package dev.sluice.net.handshake;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.HeaderWriter;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTerms;
import java.io.IOException;
import java.security.MessageDigest;

/** The master's side of the proof: it shows its own only to a peer that has shown one. */
final class MasterProveHandler extends ProveHandler {
    private final GateHandler gate;
    private final SessionTerms terms;
    private final Proofs proofs;
    private final byte[] nonce = Proofs.nonce();

    MasterProveHandler(GateHandler gate, SessionTerms terms, Proofs proofs, boolean tls) {
        super(Role.MASTER, terms.peer(), tls);
        this.gate = gate;
        this.terms = terms;
        this.proofs = proofs;
    }

    @Override
    void secured() {
        HeaderWriter hello = new HeaderWriter();
        hello.bytes(1, nonce);
        write(Kind.HELLO, hello);
    }

    @Override
    void taken(Kind kind, CodedInputStream header) throws IOException {
        byte[] peerNonce = {};
        byte[] mac = {};
        for (int tag = header.readTag(); tag != 0; tag = header.readTag()) {
            switch (tag) {
                case 1 << 3 | 2 -> peerNonce = header.readByteArray();
                case 2 << 3 | 2 -> mac = header.readByteArray();
                default -> header.skipField(tag);
            }
        }
        sized(peerNonce, Proofs.NONCE_BYTES, "nonce");
        if (!MessageDigest.isEqual(mac, proofs.ofPeer(nonce, peerNonce))) {
            throw new OffenceException(
                    ErrorCode.WRONG_SECRET, "the proof is not one of this run's " + terms.peer() + " secret");
        }
        HeaderWriter proof = new HeaderWriter();
        proof.bytes(2, proofs.ofMaster(nonce, peerNonce));
        write(Kind.PROOF, proof);
        gate.proven();
        proven(terms);
    }

    @Override
    void failed(ErrorCode code, String text) {
        HeaderWriter problem = new HeaderWriter();
        problem.number(1, code.number());
        problem.text(2, text);
        write(Kind.PROBLEM, problem);
        gate.refused(code, text);
    }

    @Override
    void insecure(Throwable cause) {
        gate.insecure(cause);
    }
}
