package dev.sluice.model.flow;

import java.util.List;

/**
 * A network to which hosts are attached: a switch or a shared segment, and the wire from it to its parent.
 *
 * @param parents indices of the wider links that it is attached to; none for a root. Several parents mean several
 *     paths, each over its own wire with the capacities of {@code wire}
 * @param wire wire to the parent; if shared, the medium itself. A wire that is not shared limits nothing at a root
 */
public record Link(String name, List<Integer> parents, Wire wire) {
    public Link {
        parents = List.copyOf(parents);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a link without a name (expected: one)");
        }
    }

    /** A link with one parent. */
    public Link(String name, int parent, Wire wire) {
        this(name, List.of(parent), wire);
    }

    /** A root link. */
    public Link(String name, Wire wire) {
        this(name, List.of(), wire);
    }

    /** Copies the link with this wire. */
    public Link with(Wire other) {
        return new Link(name, parents, other);
    }
}
