package dev.sluice.net.message;

import java.util.List;

/**
 * The description from which a worker loads the application: its jars in class path order, the class (empty: found in
 * the jars), its arguments and the files that it reads.
 */
public record ApplicationInfo(List<JarInfo> jars, String className, List<String> arguments, InputFiles files) {
    public ApplicationInfo {
        jars = List.copyOf(jars);
        arguments = List.copyOf(arguments);
    }

    /** An application without files. */
    public ApplicationInfo(List<JarInfo> jars, String className, List<String> arguments) {
        this(jars, className, arguments, InputFiles.NONE);
    }

    /** The same application with these files. */
    public ApplicationInfo with(InputFiles others) {
        return new ApplicationInfo(jars, className, arguments, others);
    }
}
