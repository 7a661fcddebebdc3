package dev.sluice.net.handshake;

import dev.sluice.net.runfile.RunIdentity;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the one certificate whose hash it was given, whatever the certificate says. For one connection. */
public final class PinnedTrust extends X509ExtendedTrustManager {
    private final byte[] expected;
    private volatile boolean refused;

    public PinnedTrust(String fingerprint) {
        this.expected = HexFormat.of().parseHex(fingerprint);
    }

    /** Tells whether a certificate was shown and was the wrong one. */
    boolean refused() {
        return refused;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        byte[] shown = HexFormat.of().parseHex(RunIdentity.fingerprint(chain[0]));
        if (!MessageDigest.isEqual(shown, expected)) {
            refused = true;
            throw new CertificateException("the certificate is not the one of the run file");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("no client certificates");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("no client certificates");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("no client certificates");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
