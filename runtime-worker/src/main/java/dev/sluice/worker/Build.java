package dev.sluice.worker;

import picocli.CommandLine.IVersionProvider;

/** Which build this is, from the jar's manifest. */
final class Build implements IVersionProvider {
    static String version() {
        String version = Build.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"sluice-worker " + version()};
    }
}
