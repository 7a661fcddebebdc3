package dev.sluice.insight.history;

import dev.sluice.model.ErrorCode;

/**
 * Why the database was not used. Never the end of a run.
 *
 * @param text what is wrong, and what was done instead; one line
 */
public record HistoryTrouble(ErrorCode code, String text) {
    @Override
    public String toString() {
        return code + " " + text;
    }
}
