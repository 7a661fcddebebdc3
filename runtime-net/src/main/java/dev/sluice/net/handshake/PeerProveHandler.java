package dev.sluice.net.handshake;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.HeaderCodec;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.SharedHeaders;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTerms;
import dev.sluice.proto.Hello;
import dev.sluice.proto.Problem;
import dev.sluice.proto.Proof;
import java.io.IOException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The peer's side of the proof. */
public final class PeerProveHandler extends ProveHandler {
    private final DialHandler dial;
    private final SessionTerms terms;
    private final Proofs proofs;
    private final byte[] nonce = Proofs.nonce();
    private byte @Nullable [] masterNonce;

    public PeerProveHandler(DialHandler dial, SessionTerms terms, Proofs proofs, boolean tls) {
        super(terms.self(), Role.MASTER, tls);
        this.dial = dial;
        this.terms = terms;
        this.proofs = proofs;
    }

    @Override
    void secured() {
        // the master speaks first
    }

    @Override
    void taken(Kind kind, CodedInputStream header) throws IOException {
        switch (kind) {
            case HELLO -> hello(header);
            case PROOF -> proof(header);
            default -> problem(header);
        }
    }

    private void hello(CodedInputStream header) throws IOException {
        if (masterNonce != null) {
            throw new OffenceException(ErrorCode.UNEXPECTED_MESSAGE, "HELLO again (expected: PROOF)");
        }
        Hello hello = HeaderCodec.parse(Hello.parser(), header);
        byte[] theirs = sized(hello.getNonce(), Proofs.NONCE_BYTES, "nonce");
        masterNonce = theirs;
        Proof proof = Proof.newBuilder()
                .setNonce(ByteString.copyFrom(nonce))
                .setMac(ByteString.copyFrom(proofs.ofPeer(theirs, nonce)))
                .build();
        write(Kind.PROOF, proof);
    }

    private void proof(CodedInputStream header) throws IOException {
        Proof shown = HeaderCodec.parse(Proof.parser(), header);
        byte[] theirs = masterNonce;
        if (theirs == null) {
            throw new OffenceException(ErrorCode.UNEXPECTED_MESSAGE, "PROOF (expected: HELLO first)");
        }
        if (!MessageDigest.isEqual(shown.getMac().toByteArray(), proofs.ofMaster(theirs, nonce))) {
            throw new OffenceException(ErrorCode.WRONG_SECRET, "the master does not know this run's secret");
        }
        dial.proven();
        proven(terms);
    }

    private void problem(CodedInputStream header) throws IOException {
        Problem problem = HeaderCodec.parse(Problem.parser(), header);
        dial.fail(new Closing(SharedHeaders.code(problem.getCode()), problem.getText(), true));
    }

    @Override
    void failed(ErrorCode code, String text) {
        dial.fail(new Closing(code, text, false));
    }

    @Override
    void insecure(Throwable cause) {
        dial.insecure(cause);
    }
}
