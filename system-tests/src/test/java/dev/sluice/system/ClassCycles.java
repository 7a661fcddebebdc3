package dev.sluice.system;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;

/**
 * Limits cycles of references among classes, those of one package included. Nested classes count as their outer class.
 */
@NullMarked
final class ClassCycles {
    static final int MOST_CLASSES = 8;

    private ClassCycles() {}

    static ArchCondition<JavaClass> haveAtMostClasses(int most) {
        return new ArchCondition<>("be in no cycle of more than " + most + " classes") {
            private final Map<String, Set<String>> references = new HashMap<>();
            private final Map<String, Set<String>> reachable = new HashMap<>();

            @Override
            public void init(Collection<JavaClass> all) {
                for (JavaClass type : all) {
                    Set<String> targets = references.computeIfAbsent(outer(type), unused -> new HashSet<>());
                    for (Dependency each : type.getDirectDependenciesFromSelf()) {
                        if (each.getTargetClass().getPackageName().startsWith("dev.sluice.")) {
                            targets.add(outer(each.getTargetClass()));
                        }
                    }
                    targets.remove(outer(type));
                }
                references.keySet().forEach(type -> reachable.put(type, reached(type)));
            }

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.isTopLevelClass()) {
                    return;
                }
                Set<String> cycle = new TreeSet<>(reachable.getOrDefault(type.getName(), Set.of()));
                cycle.removeIf(other -> !reachable.getOrDefault(other, Set.of()).contains(type.getName()));
                if (cycle.size() > most) {
                    events.add(SimpleConditionEvent.violated(
                            type,
                            type.getName() + " is in a cycle of " + cycle.size() + " classes (expected: at most " + most
                                    + "): " + cycle));
                }
            }

            private Set<String> reached(String from) {
                Set<String> seen = new HashSet<>();
                Deque<String> next = new ArrayDeque<>(references.getOrDefault(from, Set.of()));
                while (!next.isEmpty()) {
                    String each = next.poll();
                    if (seen.add(each)) {
                        next.addAll(references.getOrDefault(each, Set.of()));
                    }
                }
                return seen;
            }
        };
    }

    private static String outer(JavaClass type) {
        String name = type.getName();
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }
}
