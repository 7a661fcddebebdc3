package dev.sluice.model.topology;

import java.util.List;

/**
 * A link that several groups or unlike hosts share.
 *
 * @param members all hosts behind it
 * @param down capacity away from the vantage [bytes/s]
 * @param up capacity towards the vantage [bytes/s]
 */
record Trunk(List<Integer> members, double down, double up) {
    Trunk {
        members = List.copyOf(members);
    }
}
