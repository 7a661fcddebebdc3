package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import java.io.IOException;

/**
 * Both directions of one kind of header.
 *
 * @param <M> the message
 */
public interface HeaderCodec<M extends Message> {
    public void write(M message, HeaderWriter out);

    /**
     * Reads a header and joins it with {@code bulk}, which stays the caller's when this throws. Fields that this
     * version does not know are skipped.
     *
     * @throws IOException if it is not protobuf
     * @throws IllegalArgumentException if its values make no sense
     */
    public M read(CodedInputStream in, Payload bulk) throws IOException;
}
