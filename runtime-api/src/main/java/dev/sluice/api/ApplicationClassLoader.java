package dev.sluice.api;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Loads one application from its jars. The application sees only three parts of the host process (master or worker):
 * the template, picocli for its options, and protobuf for its messages. All other classes of the host are invisible,
 * libraries included, so that an application may bring its own versions.
 */
public final class ApplicationClassLoader extends URLClassLoader {
    private static volatile boolean exitsOnly;

    static {
        registerAsParallelCapable();
    }

    /**
     * Lets classes that are loaded from now on call {@code Runtime.exit} where they say {@code Runtime.halt}. A process
     * needs this if it holds up its end with a shutdown hook, because {@code halt} passes over hooks. Any thread.
     */
    public static void makeHaltsExits() {
        exitsOnly = true;
    }

    /** @param jars of the application, in the order in which classes are looked up */
    public ApplicationClassLoader(List<URL> jars) {
        super("application", jars.toArray(URL[]::new), new SharedLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (exitsOnly) {
            try {
                URL found = findResource(name.replace('.', '/') + ".class");
                if (found != null && found.openConnection() instanceof JarURLConnection in) {
                    Class<?> changed = withoutHalts(name, in);
                    return changed != null ? changed : super.findClass(name);
                }
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
        return super.findClass(name);
    }

    /** Defines the class if it calls {@code Runtime.halt}; otherwise null. */
    private @Nullable Class<?> withoutHalts(String name, JarURLConnection in) throws IOException {
        in.setUseCaches(false);
        try (JarFile jar = in.getJarFile()) {
            JarEntry entry = in.getJarEntry();
            byte[] original = jar.getInputStream(entry).readAllBytes();
            byte[] changed = HaltCalls.asExits(original);
            if (changed == original) {
                return null;
            }
            String inPackage = name.substring(0, Math.max(0, name.lastIndexOf('.')));
            Manifest manifest = jar.getManifest();
            if (!inPackage.isEmpty() && getDefinedPackage(inPackage) == null) {
                definePackage(inPackage, manifest == null ? new Manifest() : manifest, in.getJarFileURL());
            }
            CodeSource source = new CodeSource(in.getJarFileURL(), entry.getCodeSigners());
            return defineClass(name, changed, 0, changed.length, source);
        }
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
