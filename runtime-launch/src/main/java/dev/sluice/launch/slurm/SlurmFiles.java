package dev.sluice.launch.slurm;

import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What the nodes find in the run's directory, which they share: the jar, for array jobs the script, and the run file,
 * which only its owner may read. Jar and run file are of no use after the run.
 */
final class SlurmFiles {
    private final SlurmTerms terms;

    SlurmFiles(SlurmTerms terms) {
        this.terms = terms;
    }

    void write(RunFile run) throws IOException {
        run.write(terms.runFile());
        copyJar();
        writeScript(terms.runFile());
    }

    /** @param runFile where the nodes will find it */
    void writeScript(Path runFile) throws IOException {
        Files.writeString(terms.script(), SlurmScript.batch(terms, runFile.toAbsolutePath()), StandardCharsets.UTF_8);
    }

    /** So that the nodes have this very jar, even if it is nowhere that they see. */
    void copyJar() throws IOException {
        Path directory = terms.secrets();
        if (!Files.exists(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Files.copy(terms.jar(), terms.jarCopy(), StandardCopyOption.REPLACE_EXISTING);
    }

    void delete() {
        try {
            Files.deleteIfExists(terms.runFile());
            Files.deleteIfExists(terms.jarCopy());
        } catch (IOException e) {
            // others cannot read them, and the secret has no use any more
        }
    }
}
