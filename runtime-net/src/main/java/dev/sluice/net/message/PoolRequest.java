package dev.sluice.net.message;

import java.util.List;

/**
 * Operator to pool: one request of a command.
 *
 * @param verb what to do
 * @param words its arguments, at most 65,536
 * @param directory the working directory of the command; empty if it does not matter
 * @param environment {@code NAME=value} of the command, for {@link Verb#SUBMIT}; otherwise empty
 */
public record PoolRequest(Verb verb, List<String> words, String directory, List<String> environment)
        implements Message {
    /** The first word of a submission may begin so; the run's id follows. The same id twice is one run. */
    public static final String ID = "id=";

    /** Words after the command of a submission may begin so; a run follows that has to succeed first. */
    public static final String AFTER = "--after=";

    public PoolRequest {
        Checks.between("words", words.size(), 0, 65_536);
        Checks.between("environment", environment.size(), 0, 65_536);
        words = List.copyOf(words);
        environment = List.copyOf(environment);
    }

    /** The requests of an operator. */
    public enum Verb {
        /** Start a run: the words of {@code run} or {@code each}, without hosts. */
        SUBMIT,
        /** Tell hosts, runs and grants. */
        STATUS,
        /** End a run. */
        CANCEL,
        /** Let hosts finish their units and take no others. */
        DRAIN,
        /** Take hosts in. */
        ADD,
        /** Drain hosts and end their agents. */
        REMOVE,
        /** End the pool. */
        STOP,
        /** Let a paused fleet ask for tasks again. */
        UNPAUSE
    }
}
