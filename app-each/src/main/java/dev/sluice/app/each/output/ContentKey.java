package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Input;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.List;

/**
 * Names a command by all that it depends on: the first 128 bits of a SHA-256. The same command at another place of the
 * list, on another host or in another slot has the same key. Immutable.
 */
public record ContentKey(long high, long low) {
    /**
     * Computes the key.
     *
     * @param command expanded with the same slot for all inputs, such as 0
     * @param input whose values may name files
     * @param files hashes of the files that the command reads
     */
    public static ContentKey of(Command command, Input input, FileHashes files) throws IOException {
        MessageDigest digest = FileHashes.sha256();
        digest.update((byte) (command.shell() ? 1 : 0));
        addAll(digest, command.words());
        addAll(digest, command.environment());
        addAll(digest, command.returned());
        if (!command.returnedIfThere().isEmpty()) { // else the key of journals that have no such names
            addAll(digest, command.returnedIfThere());
        }
        digest.update((byte) (command.standardInput().isPresent() ? 1 : 0));
        if (command.standardInput().isPresent()) {
            Blob block = command.standardInput().get();
            addNumber(digest, block.size());
            Copying.copy(block, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        digest.update(files.declared());
        addFiles(digest, command.shell() ? List.of() : command.words(), files);
        addFiles(digest, input.values(), files);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new ContentKey(hash.getLong(), hash.getLong());
    }

    private static void addAll(MessageDigest digest, List<byte[]> texts) {
        addNumber(digest, texts.size());
        for (byte[] text : texts) {
            addNumber(digest, text.length);
            digest.update(text);
        }
    }

    private static void addFiles(MessageDigest digest, List<byte[]> names, FileHashes files) throws IOException {
        for (byte[] name : names) {
            byte[] hash = files.named(name);
            addNumber(digest, hash.length);
            digest.update(hash);
        }
    }

    private static void addNumber(MessageDigest digest, long number) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    }
}
