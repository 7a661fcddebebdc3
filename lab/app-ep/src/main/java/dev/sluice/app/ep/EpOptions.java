package dev.sluice.app.ep;

import dev.sluice.api.ArgumentException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class EpOptions {
    @Option(names = "--class", paramLabel = "NAME", description = "size of the problem: ${COMPLETION-CANDIDATES}")
    ProblemClass problem = ProblemClass.S;

    @Option(
            names = "--blocks-per-unit",
            paramLabel = "N",
            description = "blocks of 65,536 pairs that make one unit of work; default: the class's, from 1 to 64")
    @Nullable
    Integer blocksPerUnit;

    Partition conclude() {
        int blocks = blocksPerUnit == null ? problem.blocksPerUnit() : blocksPerUnit;
        if (blocks < 1 || blocks > problem.blocks()) {
            throw new ArgumentException("--blocks-per-unit", blocks, "1 to " + problem.blocks());
        }
        return new Partition(problem, blocks);
    }
}
