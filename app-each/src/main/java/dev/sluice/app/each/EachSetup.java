package dev.sluice.app.each;

import dev.sluice.app.each.shell.CommandLimits;
import dev.sluice.app.each.template.CommandTerms;

/**
 * Everything that a worker needs to run commands.
 *
 * @param limits of each command
 * @param needs of each command
 * @param delayNanos least time between the starts of two commands of a worker [ns]
 * @param nice added to the niceness of this process, for commands
 * @param place where commands run
 * @param host name of the host in outcomes; empty: each worker says its own
 */
public record EachSetup(
        CommandTerms terms,
        CommandLimits limits,
        CommandNeeds needs,
        long delayNanos,
        int nice,
        CommandPlace place,
        String host) {}
