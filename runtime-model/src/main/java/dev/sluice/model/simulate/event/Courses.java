package dev.sluice.model.simulate.event;

import java.util.HashMap;
import java.util.Map;

/** Shares the courses of servers of constant speed: one object per speed. Confined to its run. */
public final class Courses {
    private final Map<Double, Course> steady = new HashMap<>();

    public Course steady(double perNano) {
        return steady.computeIfAbsent(perNano, Course::of);
    }
}
