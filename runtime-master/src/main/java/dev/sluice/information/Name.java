package dev.sluice.information;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What pairs are about. Options of commands, such as {@code run.policy}, may be asked for besides. */
public enum Name {
    /** By name, class or hash. */
    APPLICATION("", "an application: its name, its class, or the beginning of its hash"),
    /** Hash of its jars. */
    BUILD("", "hash of the application's jars"),
    ARGUMENTS("", "what the application is started with"),
    HOST("", "a host, by its name"),
    PROCESSOR("", "model of a host's processors"),
    CLOCK_HERTZ("Hz", "clock of a host's processors"),
    PROCESSORS("", "how many processors a host has"),
    AVAILABILITY("", "share of one processor that a new process would get"),
    UNIT_SECONDS("s", "what a unit takes on an otherwise idle slot: c_w"),
    UNIT_WALL_SECONDS("s", "what a unit took by the clock"),
    UNIT_CPU_SECONDS("s", "what a unit took of its thread's processor time"),
    ACCEPT_SECONDS("s", "what the master takes for the result of a unit: c_m"),
    GENERAL_SECONDS("s", "what the general benchmark takes, of processor time");

    private final String unit;
    private final String meaning;

    Name(String unit, String meaning) {
        this.unit = unit;
        this.meaning = meaning;
    }

    /** As it is written in questions. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Of its values; empty for words and plain numbers. */
    public String unit() {
        return unit;
    }

    /** For people. */
    public String meaning() {
        return meaning;
    }

    /** Says what something is about, rather than how much of it there is. */
    boolean isSubject() {
        return compareTo(PROCESSOR) <= 0 || this == CLOCK_HERTZ;
    }

    /** By how it is written; empty for an option of a command. */
    public static Optional<Name> of(String text) {
        return Arrays.stream(values()).filter(name -> name.text().equals(text)).findFirst();
    }

    /** All of them, as they are written. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(Name::text).toList();
    }
}
