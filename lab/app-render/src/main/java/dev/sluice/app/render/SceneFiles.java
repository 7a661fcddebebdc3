package dev.sluice.app.render;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The files that a scene reads, where they are in this process.
 *
 * @param paths by name
 */
record SceneFiles(Map<String, Path> paths) {
    /** The name of the scene that is part of this application. */
    static final String OWN = "spheres.pov";

    static SceneFiles of(List<String> names, Function<String, Path> place) {
        Map<String, Path> paths = new HashMap<>();
        names.forEach(name -> paths.put(name, place.apply(name)));
        return new SceneFiles(paths);
    }

    /** Makes a directory in which the scene finds its files, because POV-Ray may read there whatever its settings. */
    Path directory(String scene) throws IOException {
        Path directory = Files.createTempDirectory("sluice-render-").toAbsolutePath();
        try {
            for (Map.Entry<String, Path> file : paths.entrySet()) {
                Path link = directory.resolve(file.getKey());
                Files.createDirectories(Objects.requireNonNull(link.getParent()));
                Files.createSymbolicLink(link, file.getValue().toAbsolutePath());
            }
            if (!paths.containsKey(scene)) {
                try (InputStream own = Objects.requireNonNull(SceneFiles.class.getResourceAsStream(OWN))) {
                    Files.copy(own, directory.resolve(scene));
                }
            }
        } catch (IOException | RuntimeException e) {
            delete(directory);
            throw e;
        }
        return directory;
    }

    static void delete(Path directory) throws IOException {
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(directory)) { // follows no links
            inside = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : inside) {
            Files.deleteIfExists(path);
        }
    }
}
