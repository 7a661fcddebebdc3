package dev.sluice.cli.project;

import dev.sluice.model.ErrorCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * The names of a project.
 *
 * @param name of its directory and its jar: {@code my-app}
 * @param packageName {@code myapp}, say
 * @param className of the application: {@code MyApp}
 */
public record ProjectName(String name, String packageName, String className) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*");
    private static final int MOST_LETTERS = 64;
    private static final String OWN = "My";

    /**
     * Derives the names of package and class.
     *
     * @param packageName null: the name in small letters without its hyphens
     * @throws ProjectException USAGE, when Maven or Java would not take one of them
     */
    public static ProjectName of(String name, @Nullable String packageName) {
        if (!NAME.matcher(name).matches() || name.length() > MOST_LETTERS) {
            throw wrong("NAME: '" + name + "' (expected: letters, digits and single hyphens, at most " + MOST_LETTERS
                    + ", such as my-app; --directory says where)");
        }
        return new ProjectName(name, packageOf(name, packageName), classOf(name));
    }

    private static String packageOf(String name, @Nullable String given) {
        String derived = given == null ? name.replace("-", "").toLowerCase(Locale.ROOT) : given;
        String origin = given == null ? "NAME: '" + name + "' makes the package '" : "--package: '";
        String remedy = given == null
                ? "another name, or --package"
                : "names of Java joined by dots, such as org.example.primes";
        for (String part : derived.split("\\.", -1)) {
            if (SourceVersion.isKeyword(part)) {
                throw wrong(origin + derived + "', and '" + part + "' is a Java keyword (expected: " + remedy + ")");
            }
        }
        if (!SourceVersion.isName(derived) || !derived.matches("[\\w.]+")) {
            throw wrong(origin + derived + "' (expected: " + remedy + ")");
        }
        if (derived.matches("(java|javax|dev\\.sluice)(\\..*)?")) {
            throw wrong(origin + derived + "', which belongs to others (expected: " + remedy + ")");
        }
        return derived;
    }

    /** A class that is not called as one that every source sees, or that the project already has. */
    private static String classOf(String name) {
        String derived = Arrays.stream(name.split("-"))
                .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
                .collect(Collectors.joining());
        boolean taken = Project.words().anyMatch(derived::equalsIgnoreCase) || isInJavaLang(derived);
        return taken ? OWN + derived : derived;
    }

    private static boolean isInJavaLang(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException | LinkageError none) {
            return false;
        }
    }

    private static ProjectException wrong(String message) {
        return new ProjectException(ErrorCode.USAGE, message);
    }
}
