package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.net.message.DrainAnswer;
import dev.sluice.net.message.DrainWorkers;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Headers of {@code operator.proto}. */
final class OperatorHeaders {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_MEMBER = 512;

    static final HeaderCodec<DrainWorkers> DRAIN_WORKERS = new HeaderCodec<>() {
        @Override
        public void write(DrainWorkers message, HeaderWriter out) {
            message.workers().forEach(name -> out.element(1, name));
        }

        @Override
        public DrainWorkers read(CodedInputStream in, Payload bulk) throws IOException {
            List<String> workers = new ArrayList<>();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> workers.add(Text.printable(in.readStringRequireUtf8(), LONGEST_NAME));
                    default -> in.skipField(tag);
                }
            }
            return new DrainWorkers(workers);
        }
    };

    static final HeaderCodec<DrainAnswer> DRAIN_ANSWER = new HeaderCodec<>() {
        @Override
        public void write(DrainAnswer message, HeaderWriter out) {
            message.asked().forEach(member -> out.element(1, member));
            message.unknown().forEach(name -> out.element(2, name));
            message.present().forEach(member -> out.element(3, member));
        }

        @Override
        public DrainAnswer read(CodedInputStream in, Payload bulk) throws IOException {
            List<String> asked = new ArrayList<>();
            List<String> unknown = new ArrayList<>();
            List<String> present = new ArrayList<>();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> asked.add(Text.printable(in.readStringRequireUtf8(), LONGEST_MEMBER));
                    case 2 << 3 | 2 -> unknown.add(Text.printable(in.readStringRequireUtf8(), LONGEST_NAME));
                    case 3 << 3 | 2 -> present.add(Text.printable(in.readStringRequireUtf8(), LONGEST_MEMBER));
                    default -> in.skipField(tag);
                }
            }
            return new DrainAnswer(asked, unknown, present);
        }
    };

    private OperatorHeaders() {}
}
