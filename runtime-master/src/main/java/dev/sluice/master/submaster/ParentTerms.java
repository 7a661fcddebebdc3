package dev.sluice.master.submaster;

import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.files.ArrivingFiles;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.SubMasterTerms;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The terms that a sub-master receives before it can serve.
 *
 * @param jars files of the application's jars by their hashes
 * @param files that the application reads, as they come
 */
public record ParentTerms(Registered registered, SubMasterTerms terms, Map<String, Path> jars, ArrivingFiles files) {
    /** The classes to load in a process that runs code of the application. */
    public ChildFormat.Load load() {
        ApplicationInfo info = registered.application();
        return new ChildFormat.Load(
                info,
                info.jars().stream()
                        .flatMap(jar -> Optional.ofNullable(jars.get(jar.sha256())).stream())
                        .toList());
    }
}
