package dev.sluice.cli.regret;

import dev.sluice.insight.replay.Regret;
import dev.sluice.insight.replay.Replay;
import dev.sluice.insight.replay.WorkerRegret;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the command.
 *
 * @param regret null if the replay does not fit the run
 * @param workers null unless asked for, and if the replay does not fit
 */
record RegretAnswer(
        Replay replay, @Nullable Regret regret, @Nullable WorkerRegret workers) {}
