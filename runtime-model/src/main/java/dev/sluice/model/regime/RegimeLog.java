package dev.sluice.model.regime;

import dev.sluice.model.record.RegimeSlice;
import java.util.ArrayList;
import java.util.List;

/** The regimes of a run over time. Equal neighbours are one entry; of too many, the shortest two are merged. */
final class RegimeLog {
    static final int MOST = 200;

    private final List<RegimeSlice> slices = new ArrayList<>();

    void add(RegimeSlice slice) {
        int last = slices.size() - 1;
        if (last >= 0 && slices.get(last).isLike(slice)) {
            slices.set(last, slices.get(last).with(slice));
            return;
        }
        slices.add(slice);
        if (slices.size() > MOST) {
            mergeShortest();
        }
    }

    private void mergeShortest() {
        int shortest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i + 1 < slices.size(); i++) {
            double both = slices.get(i).seconds() + slices.get(i + 1).seconds();
            shortest = both < least ? i : shortest;
            least = Math.min(least, both);
        }
        slices.set(shortest, slices.get(shortest).with(slices.remove(shortest + 1)));
        joinLike(shortest);
        joinLike(shortest - 1);
    }

    private void joinLike(int at) {
        if (at >= 0 && at + 1 < slices.size() && slices.get(at).isLike(slices.get(at + 1))) {
            slices.set(at, slices.get(at).with(slices.remove(at + 1)));
        }
    }

    List<RegimeSlice> slices() {
        return List.copyOf(slices);
    }
}
