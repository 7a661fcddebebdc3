package dev.sluice.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.RepeatedTest;

class SameClassLoaderTest {
    /** The first test leaves its thread another class loader, which the second does not find. */
    @RepeatedTest(2)
    void shouldFindTheClassLoaderOfTheTests() {
        ClassLoader found = Thread.currentThread().getContextClassLoader();
        assertThat(found).isEqualTo(SameClassLoaderTest.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], null));
    }
}
