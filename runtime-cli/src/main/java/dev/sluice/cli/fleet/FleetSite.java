package dev.sluice.cli.fleet;

import dev.sluice.model.RunId;
import java.nio.file.Path;

/**
 * The pool that a fleet belongs to.
 *
 * @param pool its id, which it keeps when it is started again
 * @param directory of the pool, absolute
 * @param agentFile with which agents join, absolute
 */
public record FleetSite(RunId pool, Path directory, Path agentFile) {}
