package dev.sluice.launch.slurm;

import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The files for the nodes in the run's directory, which they share: the jar, the script of an array job, and the run
 * file, which only its owner may read. Jar and run file are deleted after the run.
 */
final class SlurmFiles {
    private final SlurmTerms terms;

    SlurmFiles(SlurmTerms terms) {
        this.terms = terms;
    }

    /** @param workers that the script starts */
    void write(RunFile run, int workers) throws IOException {
        run.write(terms.runFile());
        copyJar();
        new SlurmFiles(terms.workers(workers)).writeScript(terms.runFile());
    }

    /** @param runFile path on the nodes */
    void writeScript(Path runFile) throws IOException {
        Files.writeString(terms.script(), SlurmScript.batch(terms, runFile.toAbsolutePath()), StandardCharsets.UTF_8);
    }

    /** Copies the jar, so that the nodes have this version even if its path is invisible to them. */
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
            // others cannot read the files, and the secret is of no use any more
        }
    }
}
