package dev.sluice.model;

/** The build of this program. */
public final class Build {
    private Build() {}

    /** The version in the manifest of the jar; "development" outside a jar. */
    public static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
