package dev.sluice.master;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of one master with its workers. */
abstract class ClusterCase {
    @TempDir
    Path directory;

    Cluster cluster;

    @BeforeEach
    void open() {
        cluster = new Cluster(directory);
    }
}
