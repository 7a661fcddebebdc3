package dev.sluice.insight.history;

import dev.sluice.model.ErrorCode;

/**
 * The reason why the database was not used. It never ends a run.
 *
 * @param text the error and the fallback; one line
 */
public record HistoryTrouble(ErrorCode code, String text) {
    @Override
    public String toString() {
        return code + " " + text;
    }
}
