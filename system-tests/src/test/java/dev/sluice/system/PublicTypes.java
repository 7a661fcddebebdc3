package dev.sluice.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullMarked;

/** The list {@code public-types.txt}: what is public outside the template, each type or package with its reason. */
final class PublicTypes {
    static final String FILE = "public-types.txt";

    private PublicTypes() {}

    /** Reasons by name of a type, or of a package followed by {@code .*}. */
    static Map<String, String> reasons() {
        Map<String, String> reasons = new TreeMap<>();
        try (InputStream file = PublicTypes.class.getResourceAsStream("/" + FILE)) {
            for (String line : new String(file.readAllBytes(), UTF_8).split("\n")) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] words = line.strip().split("\\s+", 2);
                if (words.length < 2) {
                    throw new IllegalArgumentException(FILE + ": '" + line + "' (expected: a name and a reason)");
                }
                reasons.put(words[0], words[1]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reasons;
    }

    static ArchCondition<JavaClass> haveAReason() {
        Map<String, String> reasons = reasons();
        return new ArchCondition<>("have a reason in " + FILE) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!reasons.containsKey(type.getName()) && !reasons.containsKey(type.getPackageName() + ".*")) {
                    events.add(SimpleConditionEvent.violated(
                            type,
                            type.getName() + " is public (expected: package-private, or a line in " + FILE
                                    + " that says why)"));
                }
            }
        };
    }

    static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a @NullMarked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getPackageName() + " has no @NullMarked (expected: in its package-info)"));
                }
            }
        };
    }
}
