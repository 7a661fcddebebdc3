package dev.sluice.model;

import java.util.Locale;

/** Names of enum constants as users read and type them. */
public final class EnumWords {
    private EnumWords() {}

    /** The name in small letters, with hyphens for underscores: {@code waiting-for-link}. */
    public static String hyphened(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name in small letters, with spaces for underscores: {@code waiting for link}. */
    public static String spaced(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
