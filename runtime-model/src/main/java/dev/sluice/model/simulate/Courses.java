package dev.sluice.model.simulate;

import java.util.HashMap;
import java.util.Map;

/** Shares the courses of servers of constant speed: one object per speed. Confined to its run. */
final class Courses {
    private final Map<Double, Course> steady = new HashMap<>();

    Course steady(double perNano) {
        return steady.computeIfAbsent(perNano, Course::of);
    }
}
