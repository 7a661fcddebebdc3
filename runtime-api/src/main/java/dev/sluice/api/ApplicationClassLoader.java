package dev.sluice.api;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads one application from its jars. The application sees only three parts of the host process (master or worker):
 * the template, picocli for its options, and protobuf for its messages. All other classes of the host are invisible,
 * libraries included, so that an application may bring its own versions.
 */
public final class ApplicationClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** @param jars of the application, in the order in which classes are looked up */
    public ApplicationClassLoader(List<URL> jars) {
        super("application", jars.toArray(URL[]::new), new SharedLoader());
    }

    /** Loads classes of the shared packages from the host process, and the platform's classes. */
    private static final class SharedLoader extends ClassLoader {
        private static final List<String> SHARED = List.of("dev.sluice.api.", "picocli.", "com.google.protobuf.");

        static {
            registerAsParallelCapable();
        }

        private final ClassLoader host = ApplicationClassLoader.class.getClassLoader();

        SharedLoader() {
            super("shared", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHARED.stream().anyMatch(name::startsWith)) {
                return host.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }

        @Override
        protected @Nullable URL findResource(String name) {
            return isShared(name) ? host.getResource(name) : null;
        }

        @Override
        protected Enumeration<URL> findResources(String name) throws IOException {
            return isShared(name) ? host.getResources(name) : Collections.emptyEnumeration();
        }

        private static boolean isShared(String resource) {
            return SHARED.stream().anyMatch(resource.replace('/', '.')::startsWith);
        }
    }
}
