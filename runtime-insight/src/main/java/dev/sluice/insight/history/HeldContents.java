package dev.sluice.insight.history;

import dev.sluice.net.files.FileStore;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents of files that hosts are believed to have in their caches, because runs of this user brought them there.
 * There is one text file for each host, with a line for each content, the latest last. The bound and the order of the
 * host's cache apply here, too: the least recently used contents leave. Runs of other masters are unknown.
 */
public final class HeldContents {
    private static final String ENDING = ".contents";

    /** Limit of contents of one host. */
    private static final int MOST_CONTENTS = 4_096;

    private final Path directory;

    /** @param state the directory of the user's persistent data */
    public HeldContents(Path state) {
        this(state, "files");
    }

    private HeldContents(Path state, String kind) {
        this.directory = state.resolve(kind);
    }

    /** The jars of workers and applications that hosts have, which are in other caches. */
    public static HeldContents jars(Path state) {
        return new HeldContents(state, "jars");
    }

    /** The jars that runs of this user have left. */
    public static HeldContents jarsOfUser() {
        return jars(StateDirectory.of(System.getenv()));
    }

    /** The jars of masters that runs of this user have left on hosts, in another cache than those of workers. */
    public static HeldContents carriedOfUser() {
        return new HeldContents(StateDirectory.of(System.getenv()), "carried");
    }

    /** Records that a host has this jar. */
    public void remember(String host, String sha256, long bytes) {
        add(host, new InputFiles(List.of(new FileInfo("jar", sha256, bytes, false, false, "", "")), 0, false));
    }

    /** The hosts that are believed to have this content. */
    public Set<String> holders(String sha256, Collection<String> hosts) {
        return bytes(Map.of(sha256, 1L), hosts).keySet();
    }

    /** The contents that runs of this user have left. */
    public static HeldContents ofUser() {
        return new HeldContents(StateDirectory.of(System.getenv()));
    }

    /** Tells whether anything is known of one of these hosts. */
    public boolean knowsAny(Collection<String> hosts) {
        for (String host : hosts) {
            Path file = file(host);
            if (file != null && Files.isReadable(file)) {
                return true;
            }
        }
        return false;
    }

    /** Records that hosts with units had these files; this host, which has the originals, is left out. */
    public void remember(InputFiles files, List<HostTimes> hosts) {
        for (HostTimes host : hosts) {
            if (host.units() > 0 && !files.files().isEmpty() && !host.host().equals(ThisHost.name())) {
                add(host.host(), files);
            }
        }
    }

    private void add(String host, InputFiles files) {
        Path file = file(host);
        if (file == null) {
            return;
        }
        Map<String, Long> contents = read(file);
        for (FileInfo each : files.files()) {
            contents.remove(each.sha256());
            contents.put(each.sha256(), each.size());
        }
        try {
            Files.createDirectories(directory);
            Path part = Files.createTempFile(directory, "held", ".part");
            Files.write(part, lines(contents, files.cacheBytes()));
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // A later plan then expects a transfer that may not happen.
        }
    }

    private static List<String> lines(Map<String, Long> contents, long cacheBytes) {
        long bound = cacheBytes > 0 ? cacheBytes : FileStore.USUAL_BYTES;
        long bytes = contents.values().stream().mapToLong(Long::longValue).sum();
        int count = contents.size();
        for (String oldest : List.copyOf(contents.keySet())) {
            if (bytes <= bound && count <= MOST_CONTENTS) {
                break;
            }
            bytes -= contents.getOrDefault(oldest, 0L);
            count--;
            contents.remove(oldest);
        }
        return contents.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .toList();
    }

    /**
     * Size of the wanted contents that each host is believed to have, by host; hosts without any are absent [bytes].
     *
     * @param wanted size of each content by its SHA-256 [bytes]
     */
    public Map<String, Long> bytes(Map<String, Long> wanted, Collection<String> hosts) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (String host : hosts) {
            Path file = file(host);
            if (wanted.isEmpty() || file == null || !Files.isReadable(file)) {
                continue;
            }
            Set<String> there = new HashSet<>(read(file).keySet());
            there.retainAll(wanted.keySet());
            long sum = there.stream()
                    .mapToLong(each -> wanted.getOrDefault(each, 0L))
                    .sum();
            if (sum > 0) {
                bytes.put(host, sum);
            }
        }
        return bytes;
    }

    /** The file of a host; null if its name cannot name one. */
    private @Nullable Path file(String host) {
        return host.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,200}") ? directory.resolve(host + ENDING) : null;
    }

    private static Map<String, Long> read(Path file) {
        Map<String, Long> contents = new LinkedHashMap<>();
        try {
            for (String line : Files.isReadable(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] words = line.split(" ", 2);
                if (words.length == 2 && words[1].matches("[0-9]{1,18}")) {
                    contents.put(words[0], Long.parseLong(words[1]));
                }
            }
        } catch (IOException e) {
            contents.clear(); // nothing is believed then
        }
        return contents;
    }
}
