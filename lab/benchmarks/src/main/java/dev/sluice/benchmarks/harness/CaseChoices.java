package dev.sluice.benchmarks.harness;

import java.util.Set;

/**
 * The cases of benchmarks that draw them.
 *
 * @param seed the draw follows from it
 * @param kinds names of the kinds of cases, in small letters; empty for all
 * @param ways names of the ways to run each case, in small letters; empty for all
 * @param built true to plan with the network as it is built, without discovering it
 * @param keep true to keep the files of the cases
 */
public record CaseChoices(long seed, Set<String> kinds, Set<String> ways, boolean built, boolean keep) {
    public CaseChoices {
        kinds = Set.copyOf(kinds);
        ways = Set.copyOf(ways);
    }
}
