package dev.sluice.insight.information;

import dev.sluice.model.EnumWords;
import java.util.Arrays;
import java.util.Optional;

/** The names in pairs; times in s, bandwidths in B/s, memory in B, clocks in Hz. */
public enum Name {
    /** An application's name, class or hash. */
    APPLICATION,
    /** Hash of its jars. */
    BUILD,
    ARGUMENTS,
    HOST,
    PROCESSOR,
    CLOCK_HERTZ,
    PROCESSORS,
    /** The size class of a bandwidth. */
    SIZES,
    AVAILABILITY,
    FREE_MEMORY,
    ROUND_TRIP,
    BANDWIDTH_IN,
    BANDWIDTH_OUT,
    UNIT_SECONDS,
    UNIT_WALL_SECONDS,
    UNIT_CPU_SECONDS,
    ACCEPT_SECONDS,
    GENERAL_SECONDS,
    MESSAGE_SECONDS,
    MESSAGE_BYTE_SECONDS,
    HAND_OUT_SECONDS,
    TAKE_SECONDS,
    SLOT_SECONDS,
    START_SECONDS;

    /** The name as written in questions. */
    public String text() {
        return EnumWords.hyphened(this);
    }

    /** The name with this text; empty if there is none. */
    public static Optional<Name> of(String text) {
        return Arrays.stream(values()).filter(name -> name.text().equals(text)).findFirst();
    }
}
