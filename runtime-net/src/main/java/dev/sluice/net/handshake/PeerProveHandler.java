package dev.sluice.net.handshake;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.HeaderWriter;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.SharedHeaders;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionTerms;
import java.io.IOException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The side of the proof of one that connects. */
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
        byte[] theirs = {};
        for (int tag = header.readTag(); tag != 0; tag = header.readTag()) {
            if (tag == (1 << 3 | 2)) {
                theirs = header.readByteArray();
            } else {
                header.skipField(tag);
            }
        }
        masterNonce = sized(theirs, Proofs.NONCE_BYTES, "nonce");
        HeaderWriter proof = new HeaderWriter();
        proof.bytes(1, nonce);
        proof.bytes(2, proofs.ofPeer(theirs, nonce));
        write(Kind.PROOF, proof);
    }

    private void proof(CodedInputStream header) throws IOException {
        byte[] mac = {};
        for (int tag = header.readTag(); tag != 0; tag = header.readTag()) {
            if (tag == (2 << 3 | 2)) {
                mac = header.readByteArray();
            } else {
                header.skipField(tag);
            }
        }
        byte[] theirs = masterNonce;
        if (theirs == null) {
            throw new OffenceException(ErrorCode.UNEXPECTED_MESSAGE, "PROOF (expected: HELLO first)");
        }
        if (!MessageDigest.isEqual(mac, proofs.ofMaster(theirs, nonce))) {
            throw new OffenceException(ErrorCode.WRONG_SECRET, "the master does not know this run's secret");
        }
        dial.proven();
        proven(terms);
    }

    private void problem(CodedInputStream header) throws IOException {
        int code = 0;
        String text = "";
        for (int tag = header.readTag(); tag != 0; tag = header.readTag()) {
            switch (tag) {
                case 1 << 3 -> code = header.readUInt32();
                case 2 << 3 | 2 -> text = header.readStringRequireUtf8();
                default -> header.skipField(tag);
            }
        }
        dial.fail(new Closing(SharedHeaders.code(code), text, true));
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
