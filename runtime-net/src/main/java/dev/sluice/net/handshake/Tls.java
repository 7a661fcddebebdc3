package dev.sluice.net.handshake;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.RunIdentity;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.util.List;
import javax.net.ssl.SSLException;

/** TLS 1.3 and nothing else; BoringSSL where its library loads, else the JDK's. */
public final class Tls {
    private static final List<String> JDK_CIPHERS = List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384");
    private static final SslProvider PROVIDER = provider();

    private Tls() {}

    private static SslProvider provider() {
        boolean jdk = "jdk".equals(System.getProperty("dev.sluice.net.tls"));
        return !jdk && OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    public static SslContext server(RunIdentity identity) {
        return build(SslContextBuilder.forServer(identity.key(), identity.certificate()));
    }

    public static SslContext client(PinnedTrust trust) {
        return build(SslContextBuilder.forClient().trustManager(trust).endpointIdentificationAlgorithm(""));
    }

    private static SslContext build(SslContextBuilder builder) {
        if (PROVIDER == SslProvider.JDK) {
            builder.ciphers(JDK_CIPHERS); // AES-128 first; BoringSSL keeps its own order
        }
        try {
            return builder.sslProvider(PROVIDER).protocols("TLSv1.3").build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS 1.3 is not available", e);
        }
    }

    public static SslHandler handler(SslContext context, ByteBufAllocator allocator) {
        SslHandler handler = context.newHandler(allocator);
        handler.setHandshakeTimeoutMillis(0);
        handler.setCloseNotifyFlushTimeoutMillis(200);
        return handler;
    }

    /** The code of a broken connection or a failed handshake. */
    static ErrorCode code(Throwable cause) {
        boolean broke = cause instanceof IOException && !(cause instanceof SSLException);
        return broke ? ErrorCode.CONNECTION_LOST : ErrorCode.TLS_FAILED;
    }
}
