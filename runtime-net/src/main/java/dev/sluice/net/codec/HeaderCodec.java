package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.OffenceException;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Both directions of one kind of header.
 *
 * @param <M> the message
 */
public interface HeaderCodec<M extends Message> {
    void write(M message, HeaderWriter out);

    /**
     * Reads a header and joins it with {@code bulk}, which stays the caller's when this throws. Fields that this
     * version does not know are skipped.
     *
     * @throws IOException if it is not protobuf
     * @throws IllegalArgumentException if its values make no sense
     * @throws OffenceException VERSION_MISMATCH if another build knows its values
     */
    M read(CodedInputStream in, Payload bulk) throws IOException;

    /**
     * The codec of a message without bulk that has a generated class.
     *
     * @param <P> the generated class
     */
    static <M extends Message, P extends MessageLite> HeaderCodec<M> of(
            Parser<P> parser, Function<M, MessageLite.Builder> writer, Function<P, M> reader) {
        return withBulk(parser, writer, (read, bulk) -> reader.apply(read));
    }

    /**
     * The codec of a message with bulk that has a generated class.
     *
     * @param <P> the generated class
     */
    static <M extends Message, P extends MessageLite> HeaderCodec<M> withBulk(
            Parser<P> parser, Function<M, MessageLite.Builder> writer, BiFunction<P, Payload, M> reader) {
        return new HeaderCodec<>() {
            @Override
            public void write(M message, HeaderWriter out) {
                out.message(writer.apply(message).build());
            }

            @Override
            public M read(CodedInputStream in, Payload bulk) throws IOException {
                return reader.apply(parse(parser, in), bulk);
            }
        };
    }

    /** Parses everything that is left of {@code in}. */
    static <P extends MessageLite> P parse(Parser<P> parser, CodedInputStream in) throws IOException {
        P message = parser.parseFrom(in);
        in.checkLastTagWas(0);
        return message;
    }
}
