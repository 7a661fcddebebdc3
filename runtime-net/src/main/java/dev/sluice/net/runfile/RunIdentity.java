package dev.sluice.net.runfile;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;

/** The key and the self-signed certificate of one run. Never prints the key. */
public final class RunIdentity {
    private final PrivateKey key;
    private final X509Certificate certificate;
    private final String fingerprint;

    RunIdentity(PrivateKey key, X509Certificate certificate) {
        this.key = key;
        this.certificate = certificate;
        this.fingerprint = fingerprint(certificate);
    }

    /** A new one: EC P-256. Needs BouncyCastle's {@code bcpkix} on the class path, which only the master's side has. */
    public static RunIdentity create() {
        return SelfSigned.create();
    }

    /**
     * The one of a certificate and its key, as a master sent them.
     *
     * @throws IllegalArgumentException if they are none; the message does not show them
     */
    public static RunIdentity of(byte[] certificate, byte[] key) {
        try {
            X509Certificate read = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
            return new RunIdentity(KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)), read);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("identity: no certificate with its key", e);
        }
    }

    public byte[] certificateBytes() {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("cannot encode the certificate", e);
        }
    }

    public PrivateKey key() {
        return key;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** SHA-256 of the certificate, 64 lower-case hexadecimal digits: what a worker checks. */
    public String fingerprint() {
        return fingerprint;
    }

    public static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("cannot hash the certificate", e);
        }
    }

    public static void checkFingerprint(String text) {
        if (!text.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "fingerprint: " + text.length() + " characters (expected: 64 lower-case hexadecimal digits)");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunIdentity identity && fingerprint.equals(identity.fingerprint);
    }

    @Override
    public int hashCode() {
        return fingerprint.hashCode();
    }

    @Override
    public String toString() {
        return "certificate " + fingerprint;
    }
}
