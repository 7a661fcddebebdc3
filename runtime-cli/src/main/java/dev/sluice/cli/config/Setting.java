package dev.sluice.cli.config;

/**
 * An option that somebody has set.
 *
 * @param key {@code run.policy}
 * @param value as an option of the command line would have it
 * @param layer what kind of place it is set in
 * @param place which: {@code SLUICE_RUN_POLICY}, or {@code sluice.yaml:3}
 */
public record Setting(String key, String value, Layer layer, String place) {
    /** Sources of settings; earlier ones win. */
    public enum Layer {
        /** Typed with the command. */
        FLAG,
        /** A variable of the environment. */
        ENVIRONMENT,
        /** {@code sluice.yaml} in the working directory, or in the next one above that has it. */
        PROJECT,
        /** {@code sluice/config.yaml} among the user's configuration. */
        USER,
        /** Nowhere. */
        DEFAULT
    }
}
