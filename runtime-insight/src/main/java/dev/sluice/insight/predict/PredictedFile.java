package dev.sluice.insight.predict;

import dev.sluice.api.InputFile;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.StagedFiles.Copies;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file that units of a predicted run read.
 *
 * @param name by which the application asks for it
 * @param bytes of its content [bytes]
 * @param sha256 of its content; empty if only its size was read
 */
public record PredictedFile(String name, long bytes, String sha256) {
    /** The files that the master describes to workers. */
    public static List<PredictedFile> of(InputFiles described) {
        return described.files().stream()
                .map(file -> new PredictedFile(file.name(), file.size(), file.sha256()))
                .toList();
    }

    /**
     * The files of a prediction, and those that the user names. A named file replaces one of the same name.
     *
     * @param hashed whether to read the contents of named files, which takes a second for a gigabyte
     */
    public static List<PredictedFile> merged(List<PredictedFile> predicted, List<InputFile> named, boolean hashed) {
        Map<String, PredictedFile> byName = new LinkedHashMap<>();
        predicted.forEach(file -> byName.put(file.name(), file));
        List<PredictedFile> more = hashed
                ? of(RunInputs.of(named, 0).described())
                : named.stream()
                        .map(file -> new PredictedFile(file.name(), size(file), ""))
                        .toList();
        more.forEach(file -> byName.put(file.name(), file));
        return List.copyOf(byName.values());
    }

    private static long size(InputFile file) {
        try {
            return Files.size(file.path());
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.INPUT_FILE_UNUSABLE,
                    "file " + file.name() + ": " + FileTrouble.said(e) + " (expected: a file that stays readable)",
                    e);
        }
    }

    /**
     * The files for the simulator, without those that hosts are believed to have.
     *
     * @param hosts names of the hosts that may get workers
     */
    public static StagedFiles staged(List<PredictedFile> files, HeldContents held, Collection<String> hosts) {
        Map<String, Long> contents = new HashMap<>();
        files.stream()
                .filter(file -> !file.sha256().isEmpty())
                .forEach(file -> contents.put(file.sha256(), file.bytes()));
        return staged(files).withHeld(held.bytes(contents, hosts));
    }

    /**
     * The files for the simulator; each known content is brought to a host once. Hosts behind one link fetch large
     * files from each other; all files count as large if most of their bytes are in such files.
     */
    public static StagedFiles staged(List<PredictedFile> files) {
        Set<String> contents = new HashSet<>();
        long bytes = 0;
        long large = 0;
        for (PredictedFile file : files) {
            if (file.sha256().isEmpty() || contents.add(file.sha256())) {
                bytes += file.bytes();
                large += file.bytes() >= InputFiles.LEAST_SHARED_BYTES ? file.bytes() : 0;
            }
        }
        return StagedFiles.of(bytes).with(2 * large > bytes ? Copies.ONE_PER_LINE : Copies.ONE_PER_HOST);
    }
}
