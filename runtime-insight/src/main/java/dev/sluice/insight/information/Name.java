package dev.sluice.insight.information;

import dev.sluice.model.EnumWords;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The names in pairs. Options of commands, such as {@code run.policy}, may be asked for too. */
public enum Name {
    /** An application's name, class or hash. */
    APPLICATION("", "an application: its name, its class, or the beginning of its hash"),
    /** Hash of its jars. */
    BUILD("", "hash of the application's jars"),
    ARGUMENTS("", "the arguments of the application"),
    HOST("", "a host, by its name"),
    PROCESSOR("", "model of a host's processors"),
    CLOCK_HERTZ("Hz", "clock of a host's processors"),
    PROCESSORS("", "how many processors a host has"),
    /** The size class of a bandwidth. */
    SIZES("", "of transfers: tiny (up to 4 KiB), small (64 KiB), medium (1 MiB) or large"),
    AVAILABILITY("", "share of one processor that a new process would get"),
    FREE_MEMORY("B", "memory of a host that a new process would get"),
    ROUND_TRIP("s", "from a master's heartbeat to a host's answer"),
    BANDWIDTH_IN("B/s", "of transfers from a host to the master"),
    BANDWIDTH_OUT("B/s", "of transfers from the master to a host"),
    UNIT_SECONDS("s", "time of a unit on an otherwise idle slot (c_w)"),
    UNIT_WALL_SECONDS("s", "wall time of a unit"),
    UNIT_CPU_SECONDS("s", "processor time of a unit's thread"),
    ACCEPT_SECONDS("s", "time of the master for the result of a unit (c_m)"),
    GENERAL_SECONDS("s", "processor time of the general benchmark"),
    MESSAGE_SECONDS("s", "time of an empty message between master and worker on one host, including both ends"),
    MESSAGE_BYTE_SECONDS("s", "additional time per byte of a message"),
    HAND_OUT_SECONDS("s", "time of the master to hand out a unit, without the application"),
    TAKE_SECONDS("s", "time of the master for a unit's result, without the application"),
    SLOT_SECONDS("s", "time of a slot for a unit, without computing it"),
    START_SECONDS("s", "from a worker's start until it has the application");

    private final String unit;
    private final String meaning;

    Name(String unit, String meaning) {
        this.unit = unit;
        this.meaning = meaning;
    }

    /** The name as written in questions. */
    public String text() {
        return EnumWords.hyphened(this);
    }

    /** Unit of its values; empty for words and plain numbers. */
    public String unit() {
        return unit;
    }

    /** Its description, for people. */
    public String meaning() {
        return meaning;
    }

    /** Tells whether it identifies a subject; else it is a quantity. */
    boolean isSubject() {
        return compareTo(PROCESSOR) <= 0 || this == CLOCK_HERTZ || this == SIZES;
    }

    /** The name with this text; empty for an option of a command. */
    public static Optional<Name> of(String text) {
        return Arrays.stream(values()).filter(name -> name.text().equals(text)).findFirst();
    }

    /** The texts of all names. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(Name::text).toList();
    }
}
