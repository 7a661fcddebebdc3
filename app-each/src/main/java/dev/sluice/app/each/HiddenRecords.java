package dev.sluice.app.each;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.output.IndexedOutputReader;
import dev.sluice.app.each.output.OutputEntry;
import dev.sluice.app.each.template.CommandTemplate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a run that resumes from hiding records of {@code --output}. The journal knows commands by content, but a record
 * has the number of its input, and of several records with one number the last one counts. An input that was inserted
 * before others takes a number that has a record already. Confined to one thread.
 */
final class HiddenRecords {
    private final Path file;
    private final CommandTemplate template;

    HiddenRecords(Path file, CommandTemplate template) {
        this.file = file;
        this.template = template;
    }

    /**
     * Checks that no record of an input that is done has the number of an input that is to run.
     *
     * @throws IOException if one has, or if the file cannot be read
     */
    void check(PendingInputs pending) throws IOException {
        if (pending.count() == 0 || dependsOnSlot(pending.get(0))) {
            return; // commands as they were written down cannot be compared
        }
        Map<Long, Long> hidden = hidden(pending);
        for (long index = 0; !hidden.isEmpty() && index < pending.all().count(); index++) {
            if (pending.has(index)) {
                continue; // it gets a record again
            }
            Input input = pending.all().get(index);
            Long number = hidden.get(hash(template.shown(input, 1)));
            if (number != null && number != input.number()) {
                throw new IOException("--output: " + BytePath.shown(file) + ": record " + number + " is that of input "
                        + input.number()
                        + " now, '" + ByteText.shown(template.shown(input, 1))
                        + "', and another command has its number (expected: inputs with the numbers of the earlier"
                        + " run; add inputs at the end, or name another file)");
            }
        }
    }

    private boolean dependsOnSlot(Input input) {
        return !Arrays.equals(template.shown(input, 1), template.shown(input, 2));
    }

    /** Numbers of inputs to run whose record is of another command, by the hash of that command. */
    private Map<Long, Long> hidden(PendingInputs pending) throws IOException {
        Map<Long, Long> hidden = new HashMap<>();
        try (IndexedOutputReader records = IndexedOutputReader.open(file)) {
            for (long i = 0; i < pending.count(); i++) {
                Input input = pending.get(i);
                Optional<OutputEntry> record = records.entry(input.number());
                if (record.isPresent()) {
                    byte[] command = command(records, record.get());
                    if (!Arrays.equals(command, template.shown(input, 1))) {
                        hidden.put(hash(command), input.number());
                    }
                }
            }
        }
        return hidden;
    }

    private static byte[] command(IndexedOutputReader records, OutputEntry record) throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        records.copy(record, IndexedOutputReader.Part.COMMAND, command);
        return command.toByteArray();
    }

    private static long hash(byte[] command) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(command))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
