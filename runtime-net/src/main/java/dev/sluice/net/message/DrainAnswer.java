package dev.sluice.net.message;

import java.util.List;

/**
 * Master to operator, in answer to {@link DrainWorkers}. Nobody was asked to leave if a name is unknown.
 *
 * @param asked workers that leave, each with its host
 * @param unknown names that no present worker or host has
 * @param present workers that were there and not leaving already, each with its host
 */
public record DrainAnswer(List<String> asked, List<String> unknown, List<String> present) implements Message {
    public DrainAnswer {
        asked = List.copyOf(asked);
        unknown = List.copyOf(unknown);
        present = List.copyOf(present);
    }
}
