package dev.sluice.hosts;

import java.util.Locale;

/** How hosts are written down. */
public enum HostKind {
    LIST("one host a line: [USER@]HOST [slots=N] [port=N]"),
    MPI("a hostfile of Open MPI: HOST slots=N; lines of the same host add up"),
    MPICH("a host file of MPICH: HOST:SLOTS"),
    SSH("a configuration of ssh: the names of its Host lines, without patterns"),
    ANSIBLE("an inventory of Ansible, read by ansible-inventory"),
    SLURM("a list of nodes of Slurm: node[01-20,24],gpu[1-4]"),
    PBS("a node file of PBS: a host for each slot"),
    SGE("a host file of Grid Engine: HOST SLOTS QUEUE PROCESSORS");

    private final String sentence;

    HostKind(String sentence) {
        this.sentence = sentence;
    }

    /** Describes the content in a few words. */
    public String sentence() {
        return sentence;
    }

    /** The name that users type, in small letters. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
