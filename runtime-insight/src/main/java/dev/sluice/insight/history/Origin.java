package dev.sluice.insight.history;

import dev.sluice.api.Hosted;
import dev.sluice.master.RunTerms;
import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.JarInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * The inputs that determine results of units, except the setup of their cycle: equal origins have equal results.
 *
 * @param application its class
 * @param jars hashes of its jars, in their order
 * @param argumentsSha256 of its arguments, which may hold a secret
 * @param arguments for people, with secrets replaced
 * @param codec of the results: its class and the version of Sluice, which derives codecs from types
 */
public record Origin(
        String application, List<String> jars, String argumentsSha256, List<String> arguments, String codec) {
    public static Origin of(Hosted<?, ?, ?> application, ApplicationInfo info) {
        MessageDigest digest = ContentHash.sha256();
        for (String argument : info.arguments()) {
            digest.update(argument.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        return new Origin(
                application.className(),
                info.jars().stream().map(JarInfo::sha256).toList(),
                HexFormat.of().formatHex(digest.digest()),
                RunTerms.withoutSecrets(info.arguments()),
                application.resultCodec().getClass().getName() + " " + Build.version());
    }

    /** A name of this origin, for files. */
    public String key() {
        MessageDigest digest = ContentHash.sha256();
        String all = application + "\n" + String.join("\n", jars) + "\n" + argumentsSha256 + "\n" + codec;
        digest.update(all.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest()).substring(0, 32);
    }

    /** Throws if the other origin differs; the message names {@code what}. */
    public void demand(Origin other, String what) {
        demand("the application", application, other.application, what);
        demand("the jars", String.join(", ", jars), String.join(", ", other.jars), what);
        demand("the codec of results", codec, other.codec, what);
        if (!argumentsSha256.equals(other.argumentsSha256)) {
            throw mismatch("the arguments", String.join(" ", arguments), String.join(" ", other.arguments), what);
        }
    }

    private static void demand(String part, String here, String there, String what) {
        if (!here.equals(there)) {
            throw mismatch(part, here, there, what);
        }
    }

    private static SluiceException mismatch(String part, String here, String there, String what) {
        return new SluiceException(
                ErrorCode.PREDICTION_UNUSABLE,
                "--prediction: " + what + ": " + part + " of this run: " + here + " (expected: as predicted with: "
                        + there + ")");
    }
}
