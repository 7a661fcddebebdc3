package dev.sluice.api;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A protobuf message: its length, then its own encoding. */
final class MessageShape extends Shape<MessageLite> {
    private final Parser<? extends MessageLite> parser;

    private MessageShape(String name, Parser<? extends MessageLite> parser) {
        super(articled(name));
        this.parser = parser;
    }

    static MessageShape of(Class<? extends MessageLite> type) {
        try {
            MessageLite message =
                    (MessageLite) type.getMethod("getDefaultInstance").invoke(null);
            return new MessageShape(type.getSimpleName(), message.getParserForType());
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new CodecException(
                    type.getName() + " is no generated message (expected: a class that protoc wrote)", e);
        }
    }

    @Override
    int minimum() {
        return 1;
    }

    @Override
    long size(MessageLite value) {
        int size = value.getSerializedSize();
        return varintBytes(size) + size;
    }

    @Override
    public void encode(MessageLite value, Encoder out) {
        if (!value.isInitialized()) {
            throw new CodecException("message without its required fields (expected: all of them set)");
        }
        int size = value.getSerializedSize();
        out.writeVarint(size);
        ByteBuffer buffer = out.contiguous(size);
        try {
            CodedOutputStream stream = CodedOutputStream.newInstance(buffer);
            value.writeTo(stream);
            stream.flush(); // moves the buffer's position
        } catch (IOException e) {
            throw new CodecException("message changed while it was encoded (expected: an unchanging one)", e);
        }
    }

    @Override
    public MessageLite decode(Decoder in) {
        ByteBuffer bytes = in.contiguous(in.readLength(Byte.BYTES));
        try {
            return parser.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new CodecException(
                    "bytes that are no " + article().substring(article().indexOf(' ') + 1) + ": " + e.getMessage(), e);
        }
    }
}
