package dev.sluice.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises errors of a class or a method that the application's jars lack, or that needs a newer Java. */
final class MissingClass {
    /** The class-file version of Java N is this and N. */
    private static final int CLASS_FILES = 44;

    private static final Pattern VERSION = Pattern.compile("^(\\S+) .*?class file version (\\d+)");

    /** Classes of the Java installation, which may differ between hosts. */
    private static final Pattern OF_JAVA = Pattern.compile("^(java|javax|jdk|sun)[/.].*");

    private MissingClass() {}

    /** The error, what was expected, and a remedy; empty if it is another error. */
    static Optional<String> explain(Throwable thrown) {
        String told = String.valueOf(thrown.getMessage());
        if (thrown instanceof UnsupportedClassVersionError) {
            Matcher version = VERSION.matcher(told);
            return version.find() ? Optional.of(tooNew(version)) : Optional.empty();
        }
        boolean initializer = told.startsWith("Could not initialize class");
        boolean absent = thrown instanceof NoClassDefFoundError && !initializer
                || thrown instanceof ClassNotFoundException
                || thrown instanceof IncompatibleClassChangeError;
        if (!absent || OF_JAVA.matcher(told).matches()) {
            return Optional.empty();
        }
        return Optional.of(thrown.getClass().getSimpleName() + ": " + told + ": add its jar with --class-path");
    }

    private static String tooNew(Matcher version) {
        int needed = Integer.parseInt(version.group(2)) - CLASS_FILES;
        return version.group(1).replace('/', '.') + " is compiled for Java " + needed + ", this is Java "
                + Runtime.version().feature() + " (expected: Java " + needed
                + ", or classes compiled with a lower --release)";
    }
}
