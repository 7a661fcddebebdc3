package dev.sluice.cli.project;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Maven project with one application that computes something, and tests of it. */
public final class Project {
    private static final List<String> SOURCES =
            List.of("Application.java", "Sieve.java", "ApplicationTest.java", "ApplicationIT.java");
    private static final Pattern PROSE = Pattern.compile("(?s)/\\*.*?\\*/|\"[^\"\n]*\"");
    private static final Pattern CLASS = Pattern.compile("\\b[A-Z]\\w*");

    private final ProjectName name;
    private final Map<String, String> values;

    /** @param version of Sluice, which the project's build asks for */
    public Project(ProjectName name, String version) {
        this.name = name;
        this.values = Map.of(
                "name", name.name(),
                "package", name.packageName(),
                "path", path(),
                "class", name.className(),
                "version", version);
    }

    private String path() {
        return name.packageName().replace('.', '/');
    }

    /** All words in the sources that may be names of classes. */
    static Stream<String> words() {
        return SOURCES.stream()
                .map(source -> PROSE.matcher(template(source).text()).replaceAll(""))
                .flatMap(code -> CLASS.matcher(code).results())
                .map(MatchResult::group);
    }

    private static Template template(String file) {
        return Template.of("application/" + file);
    }

    /**
     * Writes the project.
     *
     * @param directory made when it is not there, together with those above it; empty when it is
     * @return the files, relative to it
     * @throws ProjectException USAGE when there is something in the directory, FILE_NOT_FOUND when it cannot be written
     */
    public List<Path> write(Path directory) {
        Map<String, String> files = files();
        List<Path> written = new ArrayList<>();
        try {
            checkEmpty(directory);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, template(file.getValue()).fill(values));
                written.add(Path.of(file.getKey()));
            }
        } catch (FileSystemException e) {
            throw new ProjectException(
                    ErrorCode.FILE_NOT_FOUND,
                    "directory: " + directory + " cannot be written: " + e
                            + " (expected: a directory that can be created)",
                    e);
        } catch (IOException e) {
            throw new ProjectException(
                    FileTrouble.ofWriting(e), "directory: " + directory + ": " + FileTrouble.said(e), e);
        }
        return List.copyOf(written);
    }

    private static void checkEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw occupied(directory, "is a file");
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            if (entries.iterator().hasNext()) {
                throw occupied(directory, "is not empty");
            }
        }
    }

    private static ProjectException occupied(Path directory, String how) {
        return new ProjectException(
                ErrorCode.USAGE,
                "directory: " + directory + " " + how
                        + " (expected: a new or empty directory; --directory names another)");
    }

    /** Path in the project, and what it is made from. */
    private Map<String, String> files() {
        String main = "src/main/java/" + path() + "/";
        String test = "src/test/java/" + path() + "/";
        Map<String, String> files = new LinkedHashMap<>();
        files.put("README.md", "README.md");
        files.put("pom.xml", "pom.xml");
        files.put(".gitignore", "gitignore");
        files.put(main + name.className() + ".java", "Application.java");
        files.put(main + "Sieve.java", "Sieve.java");
        files.put("src/main/resources/META-INF/services/dev.sluice.api.Application", "services");
        files.put(test + name.className() + "Test.java", "ApplicationTest.java");
        files.put(test + name.className() + "IT.java", "ApplicationIT.java");
        return files;
    }
}
