package dev.sluice.net.message;

import java.util.List;

/**
 * The description from which a worker loads the application: its jars in class path order, the class (empty: found in
 * the jars) and its arguments.
 */
public record ApplicationInfo(List<JarInfo> jars, String className, List<String> arguments) {
    public ApplicationInfo {
        jars = List.copyOf(jars);
        arguments = List.copyOf(arguments);
    }
}
