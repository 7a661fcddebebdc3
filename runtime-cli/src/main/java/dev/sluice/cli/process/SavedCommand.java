package dev.sluice.cli.process;

import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.runfile.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command of a run, with which the run goes on: {@code command.json} in the directory of its journal. Only its
 * owner may read the file, because words may be secrets.
 *
 * @param sluice version of Sluice
 * @param directory in which the command was typed
 * @param words of the command line
 * @param application its class
 * @param hashes SHA-256 of jars and files, by their names
 */
public record SavedCommand(
        RunId run, String sluice, Path directory, List<String> words, String application, Map<String, String> hashes) {
    private static final String SCHEMA = "sluice-command-1";

    private static final int LAST_ASCII = 0x7f;

    /** Bound of the file [bytes]. Linux allows words of 6 MiB, and JSON may need six characters for one. */
    private static final int MOST_BYTES = 48 << 20;

    public SavedCommand {
        words = List.copyOf(words);
    }

    /** The command of this process. */
    public static SavedCommand here(RunId run, List<String> words, ApplicationInfo info) {
        return new SavedCommand(
                run, Build.version(), Path.of("").toAbsolutePath(), words, info.className(), hashes(info));
    }

    private static Map<String, String> hashes(ApplicationInfo info) {
        Map<String, String> hashes = new LinkedHashMap<>();
        for (JarInfo jar : info.jars()) {
            hashes.put(jar.name(), jar.sha256());
        }
        for (FileInfo file : info.files().files()) {
            hashes.put(file.name(), file.sha256());
        }
        return hashes;
    }

    /** The directory of the journal of a run. */
    public static Path journal(Path run) {
        return run.resolve("journal");
    }

    private static Path file(Path run) {
        return journal(run).resolve("command.json");
    }

    /** Tells whether a run has left what another process needs to go on. */
    public static boolean isIn(Path run) {
        return Files.isRegularFile(file(run));
    }

    /** The words that compute one unit of the run by itself. */
    public List<String> alone(int cycle, long unit) {
        List<String> alone = new ArrayList<>(words);
        alone.addAll(alone.indexOf("run") + 1, List.of("--unit", cycle == 0 ? "" + unit : cycle + ":" + unit));
        return alone;
    }

    /** Reads the command of the run in this directory. */
    public static SavedCommand read(Path run) {
        Path file = file(run);
        try {
            JsonTree json = JsonTree.parse(file, PrivateFiles.read(file, MOST_BYTES));
            Map<String, String> hashes = new LinkedHashMap<>();
            for (JsonTree each : json.at("files").elements()) {
                hashes.put(each.at("name").text(), each.at("sha256").text());
            }
            return new SavedCommand(
                    json.at("run").made("the id of a run", id -> new RunId(id.text())),
                    json.at("sluice").text(),
                    json.at("directory").path(),
                    json.at("words").elements().stream().map(JsonTree::text).toList(),
                    json.at("application").text(),
                    hashes);
        } catch (IOException | IllegalArgumentException e) {
            throw new SluiceException(
                    ErrorCode.NOT_RESUMABLE,
                    "run: " + run + ": " + file.getFileName() + ": " + e.getMessage()
                            + " (expected: as the run's master wrote it)",
                    e);
        }
    }

    /** Writes it into the directory of the run's journal. */
    public void write(Path run) {
        PrivateFiles.write(
                file(run),
                Json.object(json -> {
                            json.setHighestNonEscapedChar(LAST_ASCII); // words may be bytes, which are no UTF-8
                            json.writeStringField("schema", SCHEMA);
                            json.writeStringField("run", this.run.text());
                            json.writeStringField("sluice", sluice);
                            json.writeStringField("directory", directory.toString());
                            Json.strings(json, "words", words);
                            json.writeStringField("application", application);
                            Json.objects(json, "files", hashes.entrySet(), each -> {
                                json.writeStringField("name", each.getKey());
                                json.writeStringField("sha256", each.getValue());
                            });
                        })
                        + "\n");
    }

    /**
     * Checks that the application is the one with which the run began.
     *
     * @throws SluiceException RESUMED_FILES_DIFFER if not
     */
    public void demand(ApplicationInfo info) {
        List<String> changes = changes(info);
        if (!changes.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.RESUMED_FILES_DIFFER,
                    "resume: " + run + ": " + String.join("; ", changes)
                            + " (expected: as when the run began; or 'sluice resume --changed', if you vouch for its"
                            + " results)");
        }
    }

    /** The same command with the jars and files of today. */
    public SavedCommand with(ApplicationInfo info) {
        return new SavedCommand(run, sluice, directory, words, info.className(), hashes(info));
    }

    /** How the application differs from the one with which the run began; empty if it does not. */
    public List<String> changes(ApplicationInfo info) {
        List<String> changes = new ArrayList<>();
        if (!info.className().equals(application)) {
            changes.add("the class is " + info.className() + ", not " + application);
        }
        Map<String, String> now = hashes(info);
        hashes.forEach((name, hash) -> {
            String found = now.remove(name);
            if (found == null) {
                changes.add(name + " is not there");
            } else if (!found.equals(hash)) {
                changes.add(name + " has changed (SHA-256 " + shown(found) + ", before " + shown(hash) + ")");
            }
        });
        now.keySet().forEach(name -> changes.add(name + " is new"));
        return changes;
    }

    private static String shown(String sha256) {
        return sha256.substring(0, 12) + "…";
    }
}
