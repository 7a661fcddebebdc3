package dev.sluice.net.handshake;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.HeaderCodec;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTerms;
import dev.sluice.proto.Hello;
import dev.sluice.proto.Problem;
import dev.sluice.proto.Proof;
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
        write(
                Kind.HELLO,
                Hello.newBuilder().setNonce(ByteString.copyFrom(nonce)).build());
    }

    @Override
    void taken(Kind kind, CodedInputStream header) throws IOException {
        Proof shown = HeaderCodec.parse(Proof.parser(), header);
        byte[] peerNonce = sized(shown.getNonce(), Proofs.NONCE_BYTES, "nonce");
        if (!MessageDigest.isEqual(shown.getMac().toByteArray(), proofs.ofPeer(nonce, peerNonce))) {
            throw new OffenceException(
                    ErrorCode.WRONG_SECRET, "the proof is not one of this run's " + terms.peer() + " secret");
        }
        ByteString mac = ByteString.copyFrom(proofs.ofMaster(nonce, peerNonce));
        write(Kind.PROOF, Proof.newBuilder().setMac(mac).build());
        gate.proven();
        proven(terms);
    }

    @Override
    void failed(ErrorCode code, String text) {
        write(
                Kind.PROBLEM,
                Problem.newBuilder().setCode(code.number()).setText(text).build());
        gate.refused(code, text);
    }

    @Override
    void insecure(Throwable cause) {
        gate.insecure(cause);
    }
}
