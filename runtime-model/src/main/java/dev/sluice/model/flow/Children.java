package dev.sluice.model.flow;

import java.util.List;

/**
 * The child links of each link of a tree: those of link l are at [from(l), to(l)). Also lists all links, each after its
 * parent.
 */
final class Children {
    private final int[] start;
    private final int[] child;
    private final int[] order;

    Children(List<Link> links) {
        int[] parent = new int[links.size()];
        start = new int[links.size() + 1];
        for (int l = 0; l < parent.length; l++) {
            List<Integer> parents = links.get(l).parents();
            parent[l] = parents.isEmpty() ? -1 : parents.get(0);
            if (parent[l] >= 0) {
                start[parent[l] + 1]++;
            }
        }
        for (int l = 0; l < parent.length; l++) {
            start[l + 1] += start[l];
        }
        child = new int[start[parent.length]];
        order = new int[parent.length];
        int last = 0;
        int[] next = start.clone();
        for (int l = 0; l < parent.length; l++) {
            if (parent[l] >= 0) {
                child[next[parent[l]]++] = l;
            } else {
                order[last++] = l;
            }
        }
        for (int first = 0; first < last; first++) {
            for (int c = from(order[first]); c < to(order[first]); c++) {
                order[last++] = child[c];
            }
        }
    }

    int links() {
        return order.length;
    }

    int link(int i) {
        return order[i];
    }

    int from(int link) {
        return start[link];
    }

    int to(int link) {
        return start[link + 1];
    }

    int child(int at) {
        return child[at];
    }
}
