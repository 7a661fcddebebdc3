package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.net.message.ProbeData;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeEcho;
import dev.sluice.net.message.ProbeGo;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.ProbeOpen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers of {@code probe.proto}. */
final class ProbeHeaders {
    private static final int LONGEST_HOST = 255;
    private static final int LONGEST_TEXT = 1_024;

    static final HeaderCodec<ProbeListen> LISTEN = new HeaderCodec<>() {
        @Override
        public void write(ProbeListen message, HeaderWriter out) {
            out.number(1, message.transfer());
            out.bytes(2, message.identity().certificateBytes());
            out.bytes(3, message.identity().key().getEncoded());
            out.bytes(4, message.secret().bytes());
            out.number(5, message.insecure() ? 1 : 0);
            terms(message.terms(), out);
        }

        @Override
        public ProbeListen read(CodedInputStream in, Payload bulk) throws IOException {
            long transfer = 0;
            byte[] certificate = {};
            byte[] key = {};
            byte[] secret = {};
            boolean insecure = false;
            ProbeTerms terms = null;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> transfer = in.readUInt64();
                    case 2 << 3 | 2 -> certificate = in.readByteArray();
                    case 3 << 3 | 2 -> key = in.readByteArray();
                    case 4 << 3 | 2 -> secret = in.readByteArray();
                    case 5 << 3 -> insecure = in.readBool();
                    case 6 << 3 | 2 -> terms = SharedHeaders.nested(in, ProbeHeaders::terms);
                    default -> in.skipField(tag);
                }
            }
            return new ProbeListen(
                    transfer, RunIdentity.of(certificate, key), Secret.of(secret), insecure, present(terms));
        }
    };

    static final HeaderCodec<ProbeDial> DIAL = new HeaderCodec<>() {
        @Override
        public void write(ProbeDial message, HeaderWriter out) {
            out.number(1, message.transfer());
            message.addresses().forEach(address -> out.element(2, RunFile.text(address)));
            out.text(3, message.fingerprint());
            out.bytes(4, message.secret().bytes());
            out.number(5, message.insecure() ? 1 : 0);
            terms(message.terms(), out);
        }

        @Override
        public ProbeDial read(CodedInputStream in, Payload bulk) throws IOException {
            long transfer = 0;
            List<InetSocketAddress> addresses = new ArrayList<>();
            String fingerprint = "";
            byte[] secret = {};
            boolean insecure = false;
            ProbeTerms terms = null;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> transfer = in.readUInt64();
                    case 2 << 3 | 2 -> addresses.add(RunFile.address(in.readStringRequireUtf8()));
                    case 3 << 3 | 2 -> fingerprint = in.readStringRequireUtf8();
                    case 4 << 3 | 2 -> secret = in.readByteArray();
                    case 5 << 3 -> insecure = in.readBool();
                    case 6 << 3 | 2 -> terms = SharedHeaders.nested(in, ProbeHeaders::terms);
                    default -> in.skipField(tag);
                }
            }
            return new ProbeDial(transfer, addresses, fingerprint, Secret.of(secret), insecure, present(terms));
        }
    };

    static final HeaderCodec<ProbeReady> READY = new HeaderCodec<>() {
        @Override
        public void write(ProbeReady message, HeaderWriter out) {
            out.number(1, message.transfer());
            message.hosts().forEach(host -> out.element(2, host));
            out.number(3, message.port());
            out.number(4, message.roundTripNanos());
        }

        @Override
        public ProbeReady read(CodedInputStream in, Payload bulk) throws IOException {
            long transfer = 0;
            List<String> hosts = new ArrayList<>();
            int port = 0;
            long roundTrip = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> transfer = in.readUInt64();
                    case 2 << 3 | 2 -> hosts.add(Text.printable(in.readStringRequireUtf8(), LONGEST_HOST));
                    case 3 << 3 -> port = in.readUInt32();
                    case 4 << 3 -> roundTrip = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new ProbeReady(transfer, hosts, port, roundTrip);
        }
    };

    static final HeaderCodec<ProbeGo> GO = new HeaderCodec<>() {
        @Override
        public void write(ProbeGo message, HeaderWriter out) {
            out.number(1, message.transfer());
        }

        @Override
        public ProbeGo read(CodedInputStream in, Payload bulk) throws IOException {
            return new ProbeGo(transferAlone(in));
        }
    };

    static final HeaderCodec<ProbeResult> RESULT = new HeaderCodec<>() {
        @Override
        public void write(ProbeResult message, HeaderWriter out) {
            out.number(1, message.transfer());
            out.number(2, message.bytes());
            out.number(3, message.windowBytes());
            out.number(4, message.windowNanos());
            out.number(5, message.code().number());
            out.text(6, message.text());
        }

        @Override
        public ProbeResult read(CodedInputStream in, Payload bulk) throws IOException {
            long[] numbers = new long[5];
            String text = "";
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3, 2 << 3, 3 << 3, 4 << 3, 5 << 3 -> numbers[(tag >> 3) - 1] = in.readUInt64();
                    case 6 << 3 | 2 -> text = Text.printable(in.readStringRequireUtf8(), LONGEST_TEXT);
                    default -> in.skipField(tag);
                }
            }
            return new ProbeResult(
                    numbers[0], numbers[1], numbers[2], numbers[3], SharedHeaders.code((int) numbers[4]), text);
        }
    };

    static final HeaderCodec<ProbeOpen> OPEN = new HeaderCodec<>() {
        @Override
        public void write(ProbeOpen message, HeaderWriter out) {
            out.number(1, message.transfer());
        }

        @Override
        public ProbeOpen read(CodedInputStream in, Payload bulk) throws IOException {
            return new ProbeOpen(transferAlone(in));
        }
    };

    static final HeaderCodec<ProbeData> DATA = new HeaderCodec<>() {
        @Override
        public void write(ProbeData message, HeaderWriter out) {
            out.number(1, message.last() ? 1 : 0);
        }

        @Override
        public ProbeData read(CodedInputStream in, Payload bulk) throws IOException {
            boolean last = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == 1 << 3) {
                    last = in.readBool();
                } else {
                    in.skipField(tag);
                }
            }
            return new ProbeData(last, bulk);
        }
    };

    static final HeaderCodec<ProbeEcho> ECHO = new HeaderCodec<>() {
        @Override
        public void write(ProbeEcho message, HeaderWriter out) {
            out.number(1, message.number());
            out.number(2, message.answer() ? 1 : 0);
        }

        @Override
        public ProbeEcho read(CodedInputStream in, Payload bulk) throws IOException {
            long number = 0;
            boolean answer = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> number = in.readUInt64();
                    case 2 << 3 -> answer = in.readBool();
                    default -> in.skipField(tag);
                }
            }
            return new ProbeEcho(number, answer);
        }
    };

    private ProbeHeaders() {}

    private static long transferAlone(CodedInputStream in) throws IOException {
        long transfer = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag == 1 << 3) {
                transfer = in.readUInt64();
            } else {
                in.skipField(tag);
            }
        }
        return transfer;
    }

    private static void terms(ProbeTerms terms, HeaderWriter out) {
        int mark = out.open(6);
        out.number(1, terms.sends() ? 1 : 0);
        out.number(2, terms.bytes());
        out.number(3, terms.sendNanos());
        out.number(4, terms.warmNanos());
        out.number(5, terms.windowNanos());
        out.number(6, terms.pieceBytes());
        out.close(mark);
    }

    private static ProbeTerms terms(CodedInputStream in) throws IOException {
        boolean sends = false;
        long[] numbers = new long[6];
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> sends = in.readBool();
                case 2 << 3, 3 << 3, 4 << 3, 5 << 3, 6 << 3 -> numbers[(tag >> 3) - 1] = in.readUInt64();
                default -> in.skipField(tag);
            }
        }
        return new ProbeTerms(sends, numbers[1], numbers[2], numbers[3], numbers[4], Math.toIntExact(numbers[5]));
    }

    private static ProbeTerms present(@Nullable ProbeTerms terms) {
        if (terms == null) {
            throw new IllegalArgumentException("terms: missing (expected: what the end is to do)");
        }
        return terms;
    }
}
