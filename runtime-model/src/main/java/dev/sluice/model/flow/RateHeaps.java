package dev.sluice.model.flow;

import java.util.Arrays;

/**
 * Mergeable sets of hosts, each with its least preferred host on top: leftist heaps in arrays. A heap is named by its
 * top host, the empty heap by -1. The depth of a merge is at most twice the logarithm of the number of hosts.
 */
final class RateHeaps {
    private final int[] rank;
    private final int[] left;
    private final int[] right;

    /** Steps to the nearest missing child. */
    private final int[] depth;

    /** @param preferred hosts in order of preference; hosts that are not listed must not be used */
    RateHeaps(int hosts, int[] preferred) {
        rank = new int[hosts];
        left = new int[hosts];
        right = new int[hosts];
        depth = new int[hosts];
        for (int i = 0; i < preferred.length; i++) {
            rank[preferred[i]] = i;
        }
        Arrays.fill(left, -1);
        Arrays.fill(right, -1);
    }

    int join(int a, int b) {
        if (a < 0 || b < 0) {
            return Math.max(a, b);
        }
        int top = rank[a] > rank[b] ? a : b;
        right[top] = join(right[top], top == a ? b : a);
        if (depth(left[top]) < depth(right[top])) {
            int swapped = left[top];
            left[top] = right[top];
            right[top] = swapped;
        }
        depth[top] = depth(right[top]) + 1;
        return top;
    }

    private int depth(int heap) {
        return heap < 0 ? -1 : depth[heap];
    }

    /** The heap without its least preferred host. */
    int withoutTop(int heap) {
        return join(left[heap], right[heap]);
    }
}
