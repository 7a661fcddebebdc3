package dev.sluice.model.simulate;

import java.util.HashMap;
import java.util.Map;

/** The courses of servers that always work equally fast: one for all that are alike. Confined to its run. */
final class Courses {
    private final Map<Double, Course> steady = new HashMap<>();

    Course steady(double perNano) {
        return steady.computeIfAbsent(perNano, Course::of);
    }
}
