package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissingClassTest {
    @Test
    void shouldNameTheClassAndTheRemedy() {
        assertThat(MissingClass.explain(new NoClassDefFoundError("mylib/Lib")))
                .contains("NoClassDefFoundError: mylib/Lib: add its jar with --class-path");
        assertThat(MissingClass.explain(new ClassNotFoundException("mylib.Lib")))
                .contains("ClassNotFoundException: mylib.Lib: add its jar with --class-path");
        assertThat(MissingClass.explain(new NoSuchMethodError("'int mylib.Lib.two()'")))
                .contains("NoSuchMethodError: 'int mylib.Lib.two()': add its jar with --class-path");
    }

    @Test
    void shouldNameTheJavaThatAClassNeeds() {
        String told = "org/example/App has been compiled by a more recent version of the Java Runtime (class file"
                + " version 143.0), this version of the Java Runtime only recognizes class file versions up to 61.0";
        assertThat(MissingClass.explain(new UnsupportedClassVersionError(told)))
                .contains("org.example.App is compiled for Java 99, this is Java "
                        + Runtime.version().feature()
                        + " (expected: Java 99, or classes compiled with a lower --release)");
    }

    @Test
    void shouldLeaveOtherErrorsAlone() {
        assertThat(MissingClass.explain(new NoClassDefFoundError("Could not initialize class mylib.Lib")))
                .isEmpty();
        assertThat(MissingClass.explain(new NoClassDefFoundError("java/sql/Driver")))
                .as("of this host's Java")
                .isEmpty();
        assertThat(MissingClass.explain(new IllegalStateException("mylib/Lib"))).isEmpty();
        assertThat(MissingClass.explain(new ExceptionInInitializerError("x"))).isEmpty();
    }
}
