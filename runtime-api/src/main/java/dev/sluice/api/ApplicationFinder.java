package dev.sluice.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the application in a class loader and instantiates it. Reads the services file itself, so that no other class
 * is loaded.
 */
final class ApplicationFinder {
    private static final String SERVICES = "META-INF/services/dev.sluice.api.Application";

    private ApplicationFinder() {}

    static Application<?, ?, ?> instantiate(ClassLoader loader, @Nullable String className)
            throws ApplicationException {
        registerDrivers(loader);
        String name = className == null ? onlyName(loader) : className;
        Class<?> type = load(loader, name);
        if (!Application.class.isAssignableFrom(type)) {
            throw ApplicationException.bad(notAnApplication(type), null);
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw ApplicationException.bad(name + " is abstract (expected: a class that can be instantiated)", null);
        }
        return construct(type.asSubclass(Application.class));
    }

    /**
     * Initializes the JDBC drivers that the jars name, which register themselves. {@code DriverManager} looks for
     * drivers once in a process, but a process may load an application twice, for the master and for the worker in it.
     */
    private static void registerDrivers(ClassLoader loader) {
        try {
            for (String driver : names(loader, "META-INF/services/java.sql.Driver")) {
                Class.forName(driver, true, loader);
            }
        } catch (IOException | UncheckedIOException | ClassNotFoundException | LinkageError unusable) {
            // DriverManager passes over it, too
        }
    }

    private static Set<String> names(ClassLoader loader, String services) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        Enumeration<URL> files = loader.getResources(services);
        while (files.hasMoreElements()) {
            readNames(files.nextElement(), names);
        }
        return names;
    }

    private static String onlyName(ClassLoader loader) throws ApplicationException {
        Set<String> names;
        try {
            names = names(loader, SERVICES);
        } catch (IOException | UncheckedIOException e) {
            throw ApplicationException.none(SERVICES + " cannot be read: " + e.getMessage(), e);
        }
        if (names.isEmpty()) {
            throw ApplicationException.none(
                    "no application in the jar (expected: its class name in " + SERVICES + ")", null);
        }
        if (names.size() > 1) {
            throw ApplicationException.none(
                    "several applications: " + String.join(", ", names) + " (expected: one; name its class)", null);
        }
        return names.iterator().next();
    }

    private static void readNames(URL file, Set<String> names) throws IOException {
        URLConnection connection = file.openConnection();
        connection.setUseCaches(false); // a cached jar would stay open after its loader is closed
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(name -> !name.isEmpty())
                    .forEach(names::add);
        }
    }

    private static Class<?> load(ClassLoader loader, String name) throws ApplicationException {
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            throw ApplicationException.none(
                    "class " + name + " is not there (expected: a class in the application's jars)", e);
        } catch (LinkageError e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw unusable("class " + name + " cannot be loaded: " + reason, e);
        }
    }

    /** Explains a missing class, or says {@code otherwise}. */
    private static ApplicationException unusable(String otherwise, Throwable cause) {
        return ApplicationException.bad(MissingClass.explain(cause).orElse(otherwise), cause);
    }

    private static String notAnApplication(Class<?> type) {
        for (Class<?> parent = type.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
            if (parent.getName().equals(Application.class.getName())) {
                return type.getName() + " extends a copy of " + parent.getName()
                        + " that its own jar brings (expected: runtime-api left out of the application's jars)";
            }
        }
        return type.getName() + " is not an application (expected: a subclass of " + Application.class.getName() + ")";
    }

    private static Application<?, ?, ?> construct(@SuppressWarnings("rawtypes") Class<? extends Application> type)
            throws ApplicationException {
        try {
            @SuppressWarnings("rawtypes")
            Constructor<? extends Application> constructor = type.getConstructor();
            if (!Modifier.isPublic(type.getModifiers())) {
                throw ApplicationException.bad(type.getName() + " is not public (expected: a public class)", null);
            }
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw ApplicationException.bad(
                    type.getName() + " has no public constructor without parameters (expected: one)", e);
        } catch (InvocationTargetException e) {
            throw ApplicationException.threw("constructor", e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw unusable(type.getName() + " cannot be instantiated: " + e, e);
        }
    }
}
