package dev.sluice.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectNameTest {
    @ParameterizedTest
    @CsvSource({
        "my-app, myapp, MyApp",
        "MyApp, myapp, MyApp",
        "a, a, A",
        "n-body-2, nbody2, NBody2",
        // of the project's own, of what its sources see, of every source
        "sieve, sieve, MySieve",
        "cycle, cycle, MyCycle",
        "string, string, MyString",
        "thread, thread, MyThread",
        "application, application, MyApplication",
    })
    void shouldDerivePackageAndClass(String name, String packageName, String className) {
        assertThat(ProjectName.of(name, null)).isEqualTo(new ProjectName(name, packageName, className));
    }

    @Test
    void shouldTakeThePackageThatIsGiven() {
        assertThat(ProjectName.of("new", "org.example.primes").packageName()).isEqualTo("org.example.primes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a-", "a--b", "1a", "a b", "a/b", "../a", "a.b", "ä", "a_b", "a\n"})
    void shouldRefuseNamesThatAreNoNames(String name) {
        assertThatThrownBy(() -> ProjectName.of(name, null))
                .isInstanceOfSatisfying(
                        ProjectException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessage(
                        "NAME: '" + name
                                + "' (expected: letters, digits and single hyphens, at most 64, such as my-app; --directory says where)");
    }

    @ParameterizedTest
    @CsvSource({"new, new", "ne-w, new", "Class, class", "true, true", "NULL, null"})
    void shouldRefuseNamesThatMakeWordsOfJava(String name, String word) {
        assertThatThrownBy(() -> ProjectName.of(name, null))
                .isInstanceOf(ProjectException.class)
                .hasMessage("NAME: '" + name + "' makes the package '" + word + "', and '" + word
                        + "' is a Java keyword (expected: another name, or --package)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "1a", "a-b", "a b", "org/example", "ä"})
    void shouldRefusePackagesThatAreNone(String packageName) {
        assertThatThrownBy(() -> ProjectName.of("a", packageName))
                .isInstanceOf(ProjectException.class)
                .hasMessage("--package: '" + packageName
                        + "' (expected: names of Java joined by dots, such as org.example.primes)");
    }

    @Test
    void shouldRefusePackagesWithWordsOfJava() {
        assertThatThrownBy(() -> ProjectName.of("a", "org.new.primes"))
                .hasMessageStartingWith("--package: 'org.new.primes', and 'new' is a Java keyword (expected: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "java.lang", "javax.swing", "dev.sluice", "dev.sluice.api"})
    void shouldRefusePackagesOfOthers(String packageName) {
        assertThatThrownBy(() -> ProjectName.of("a", packageName))
                .hasMessageStartingWith("--package: '" + packageName + "', which belongs to others (expected: ");
    }
}
