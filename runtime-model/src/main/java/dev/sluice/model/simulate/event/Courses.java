package dev.sluice.model.simulate.event;

import java.util.HashMap;
import java.util.Map;

/** The courses of servers that always work equally fast: one for all that are alike. Confined to its run. */
public final class Courses {
    private final Map<Double, Course> steady = new HashMap<>();

    public Course steady(double perNano) {
        return steady.computeIfAbsent(perNano, Course::of);
    }
}
