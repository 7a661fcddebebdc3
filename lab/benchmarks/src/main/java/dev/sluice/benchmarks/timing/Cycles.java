package dev.sluice.benchmarks.timing;

import java.util.ArrayList;
import java.util.List;

/**
 * The cycles of one program, written {@code WARM_UP,UNITSxTIMES,…}: "2000000,10000x11,1000000x3" is one cycle of two
 * million units, eleven of ten thousand and three of a million.
 */
public record Cycles(List<Long> units) {

    public Cycles {
        units = List.copyOf(units);
    }

    /** Reads the form above. */
    public static Cycles parse(String text) {
        List<Long> units = new ArrayList<>();
        for (String part : text.split(",")) {
            int times = part.indexOf('x');
            long size = Long.parseLong(times < 0 ? part : part.substring(0, times));
            int count = times < 0 ? 1 : Integer.parseInt(part.substring(times + 1));
            for (int i = 0; i < count; i++) {
                units.add(size);
            }
        }
        return new Cycles(units);
    }

    public int count() {
        return units.size();
    }

    public long units(int cycle) {
        return units.get(cycle);
    }
}
