package dev.sluice.worker.command;

import dev.sluice.model.Build;
import picocli.CommandLine.IVersionProvider;

/** The answer to {@code --version}. */
final class WorkerVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"sluice-worker " + Build.version()};
    }
}
