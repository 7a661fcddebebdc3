package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PublicTypesTest {
    @Test
    void shouldListNothingThatIsNotThere() {
        JavaClasses classes = new ClassFileImporter().importPackages("dev.sluice");
        Set<String> names = new TreeSet<>();
        for (JavaClass type : classes) {
            names.add(type.getName());
            names.add(type.getPackageName() + ".*");
        }
        assertThat(names).containsAll(PublicTypes.reasons().keySet());
    }
}
