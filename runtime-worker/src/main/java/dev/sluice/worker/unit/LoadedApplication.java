package dev.sluice.worker.unit;

import dev.sluice.api.ApplicationClassLoader;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.Results;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.rules.ApplicationErrors;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The application of the run: loaded under a class loader of its own, with its options set, and initialized.
 *
 * @param results how its results travel
 * @param source the jars and the description it was loaded from
 */
public record LoadedApplication(
        Hosted<Object, Object, Object> application,
        ClassLoader loader,
        Results<Object> results,
        ChildFormat.Load source) {
    /**
     * Loads the application from these jars, with these files. Runs code of the application: not on the loop.
     *
     * @param files that the application reads, by name
     * @throws WorkerException with the code of the error
     */
    @SuppressWarnings("unchecked")
    public static LoadedApplication load(ApplicationInfo info, List<Path> jars, Map<String, Path> files) {
        ClassLoader loader = new ApplicationClassLoader(urls(jars));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Hosted<?, ?, ?> application = Hosted.load(loader, info.className().isEmpty() ? null : info.className());
            application.parse(info.arguments());
            application.initialize();
            application.provide(files);
            Hosted<Object, Object, Object> hosted = (Hosted<Object, Object, Object>) application;
            return new LoadedApplication(hosted, loader, hosted.results(), new ChildFormat.Load(info, jars, files));
        } catch (ApplicationException e) {
            throw new WorkerException(ApplicationErrors.code(e), "application: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new WorkerException(ErrorCode.INPUT_FILE_UNUSABLE, "files: " + FileTrouble.words(e), e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static List<URL> urls(List<Path> jars) {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            try {
                urls.add(jar.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(new IOException(jar + " has no URL", e));
            }
        }
        return urls;
    }
}
