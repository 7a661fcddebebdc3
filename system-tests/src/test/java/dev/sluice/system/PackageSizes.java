package dev.sluice.system;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Limits the number of files in a package. */
@NullMarked
final class PackageSizes {
    static final int MOST_FILES = 45;

    private PackageSizes() {}

    static ArchCondition<JavaClass> haveAtMostFiles(int most) {
        return new ArchCondition<>("live in a package of at most " + most + " files") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                long files = type.getPackage().getClasses().stream()
                        .map(JavaClass::getName)
                        .filter(name -> name.matches("[\\w.]+"))
                        .count();
                if (type.isTopLevelClass() && files > most) {
                    events.add(SimpleConditionEvent.violated(
                            type,
                            type.getPackageName() + " has " + files + " files (expected: at most " + most
                                    + "). Split it by responsibility"));
                }
            }
        };
    }
}
