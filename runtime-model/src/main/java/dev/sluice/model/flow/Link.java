package dev.sluice.model.flow;

import java.util.List;

/**
 * A network that hosts hang on: a switch or a shared segment, and the wire that leads from it to its parent.
 *
 * @param parents indexes of the wider links that it hangs on; none at the root, several where there are several paths,
 *     each of them then over a wire of its own with the capacities of {@code wire}
 * @param wire to the parent; when shared, the medium itself. Not shared and without parent it limits nothing
 */
public record Link(String name, List<Integer> parents, Wire wire) {
    public Link {
        parents = List.copyOf(parents);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a link without a name (expected: one)");
        }
    }

    /** With one parent. */
    public Link(String name, int parent, Wire wire) {
        this(name, List.of(parent), wire);
    }

    /** A root. */
    public Link(String name, Wire wire) {
        this(name, List.of(), wire);
    }
}
