package dev.sluice.master.application;

import dev.sluice.api.ApplicationClassLoader;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.Event;
import dev.sluice.net.rules.ApplicationErrors;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Loads applications from the jars and arguments of a command. */
public final class Applications {
    private Applications() {}

    /**
     * Loads the application of these jars. Its class loader becomes the context class loader of this thread, from which
     * threads that start later inherit it: so the application finds its services on any thread that calls it.
     *
     * @param className of the application, or null for the class that the first jar names
     */
    public static Hosted<?, ?, ?> load(List<Path> jars, @Nullable String className) {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            if (!Files.isReadable(jar) || !Files.isRegularFile(jar)) {
                throw new SluiceException(
                        ErrorCode.FILE_NOT_FOUND, "application: " + jar + " (expected: a jar that can be read)");
            }
            try {
                urls.add(jar.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new SluiceException(ErrorCode.FILE_NOT_FOUND, "application: " + jar, impossible);
            }
        }
        ApplicationClassLoader loader = new ApplicationClassLoader(urls);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return Hosted.load(loader, className);
        } catch (ApplicationException unusable) {
            thread.setContextClassLoader(before);
            close(loader);
            boolean arguments = unusable.kind() == ApplicationException.Kind.ARGUMENTS; // it has not been given any yet
            ErrorCode code = arguments ? ErrorCode.BAD_APPLICATION : ApplicationErrors.code(unusable);
            jars.forEach(Applications::requireJar);
            throw new SluiceException(code, jars.get(0).getFileName() + ": " + unusable.getMessage(), unusable);
        }
    }

    /** A class loader passes over a file that is no jar, and then finds no application. */
    private static void requireJar(Path jar) {
        try {
            new ZipFile(jar.toFile()).close();
        } catch (IOException noJar) {
            throw new SluiceException(
                    ErrorCode.NO_APPLICATION,
                    jar.getFileName() + " is no jar: " + noJar.getMessage() + " (expected: a jar)",
                    noJar);
        }
    }

    private static void close(ApplicationClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            // closing was the last step
        }
    }

    /** Sets the application's options, and lets it check them. */
    public static void parse(Hosted<?, ?, ?> application, List<String> arguments) {
        try {
            application.parse(arguments);
            application.check();
        } catch (ApplicationException wrong) {
            if (wrong.kind() != ApplicationException.Kind.ARGUMENTS) {
                throw failed(wrong);
            }
            throw new SluiceException(ErrorCode.APPLICATION_ARGUMENTS, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /** Maps the failure of an application's method to the error of the command. */
    public static SluiceException failed(ApplicationException failure) {
        return new SluiceException(ApplicationErrors.code(failure), String.valueOf(failure.getMessage()), failure);
    }

    /** The units of [0, units) that need other than one slot. */
    public static List<Event.Sized> kinds(Hosted<?, ?, ?> application, long units) throws ApplicationException {
        return new UnitKinds(application).of(0, units);
    }

    /** Throws if the cycle is open and begins without units, where some are executed. */
    public static void demandUnits(Cycle<?> cycle) {
        if (cycle.open() && cycle.units() == 0) {
            throw new SluiceException(
                    ErrorCode.OPEN_CYCLE_SAMPLED,
                    "the first cycle is open and begins without units (expected: one that is known when it begins)");
        }
    }

    /** Throws if the cycle is open, where units are computed in place of all. */
    public static void demandWhole(Cycle<?> cycle) {
        if (cycle.open()) {
            throw new SluiceException(
                    ErrorCode.OPEN_CYCLE_SAMPLED,
                    "the first cycle is open: more units come while it runs (expected: a cycle whose units are known"
                            + " when it begins)");
        }
    }
}
