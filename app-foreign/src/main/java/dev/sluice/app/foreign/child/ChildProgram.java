package dev.sluice.app.foreign.child;

import java.util.List;
import java.util.Map;

/**
 * How children of a program start. Immutable.
 *
 * @param name the program as the user typed it
 * @param command program and arguments of the process
 * @param environment variables besides those of this process
 * @param arguments of the user, which the child receives by its first request
 * @param remedy what to do when the command does not start, in one sentence
 */
public record ChildProgram(
        String name, List<String> command, Map<String, String> environment, List<String> arguments, String remedy) {
    public ChildProgram {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        arguments = List.copyOf(arguments);
    }

    /** Returns whether children speak on standard input and output: R knows no Unix sockets. */
    public boolean speaksOnPipes() {
        return name.endsWith(".R");
    }

    /** The same program with other arguments. */
    public ChildProgram with(List<String> others) {
        return new ChildProgram(name, command, environment, others, remedy);
    }
}
