package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetStore;
import dev.sluice.json.Json;
import dev.sluice.json.JsonTree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The state of a pool that outlives its process: {@code pool.json}, which is replaced in one step and forced to the
 * disk before a change is confirmed. Any thread.
 */
final class PoolStore implements FleetStore {
    private static final String SCHEMA = "sluice-pool-state-1";
    /** Ended runs that are remembered. */
    private static final int MOST_OVER = 1_000;

    private final Path file;
    private List<String> hosts;
    private final List<SubmittedRun> runs;
    private List<String> fleet;

    private PoolStore(Path file, List<String> hosts, List<SubmittedRun> runs, List<String> fleet) {
        this.file = file;
        this.hosts = List.copyOf(hosts);
        this.runs = new ArrayList<>(runs);
        this.fleet = List.copyOf(fleet);
    }

    /** Reads the state; a missing file is an empty pool. */
    static PoolStore open(Path file) {
        if (!Files.exists(file)) {
            return new PoolStore(file, List.of(), List.of(), List.of());
        }
        return read(file, JsonTree.read(file));
    }

    private static PoolStore read(Path file, JsonTree json) {
        if (!json.at("schema").text().equals(SCHEMA)) {
            throw json.at("schema").wrong(SCHEMA + ", as this version of Sluice writes it");
        }
        List<SubmittedRun> runs = new ArrayList<>();
        for (JsonTree run : json.at("runs").elements()) {
            runs.add(new SubmittedRun(
                    run.at("directory").path(),
                    run.at("from").path(),
                    texts(run.at("words")),
                    run.at("over").truth()));
        }
        return new PoolStore(
                file, texts(json.at("hosts")), runs, json.has("fleet") ? texts(json.at("fleet")) : List.of());
    }

    private static List<String> texts(JsonTree array) {
        return array.elements().stream().map(JsonTree::text).toList();
    }

    /** The options about hosts with which the pool was started last. */
    synchronized List<String> hosts() {
        return hosts;
    }

    synchronized void hosts(List<String> words) throws IOException {
        hosts = List.copyOf(words);
        write();
    }

    synchronized List<SubmittedRun> runs() {
        return List.copyOf(runs);
    }

    synchronized void add(SubmittedRun run) throws IOException {
        runs.add(run);
        write();
    }

    /** The run has ended, and is not started again. */
    synchronized void over(SubmittedRun run) throws IOException {
        runs.replaceAll(each -> each.directory().equals(run.directory()) ? each.ended() : each);
        long over = runs.stream().filter(SubmittedRun::over).count();
        for (int i = 0; i < runs.size() && over > MOST_OVER; ) {
            if (runs.get(i).over()) {
                runs.remove(i);
                over--;
            } else {
                i++;
            }
        }
        write();
    }

    @Override
    public synchronized List<String> fleet() {
        return fleet;
    }

    @Override
    public synchronized void fleet(Collection<String> tasks) throws IOException {
        fleet = List.copyOf(tasks);
        write();
    }

    private void write() throws IOException {
        String text = Json.object(json -> {
            json.writeStringField("schema", SCHEMA);
            Json.strings(json, "hosts", hosts);
            Json.objects(json, "runs", runs, run -> {
                json.writeStringField("directory", run.directory().toString());
                json.writeStringField("from", run.from().toString());
                Json.strings(json, "words", run.words());
                json.writeBooleanField("over", run.over());
            });
            Json.strings(json, "fleet", fleet);
        });
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
