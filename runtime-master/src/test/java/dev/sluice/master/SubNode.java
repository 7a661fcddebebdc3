package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Codec;
import dev.sluice.api.CodecException;
import dev.sluice.api.Hosted;
import dev.sluice.master.submaster.Forwarding;
import dev.sluice.master.submaster.MergedValues;
import dev.sluice.master.submaster.ParentTerms;
import dev.sluice.master.submaster.SubMaster;
import dev.sluice.master.submaster.SubMasterAddresses;
import dev.sluice.master.submaster.SubMasterCore;
import dev.sluice.master.submaster.SubMasterIdentity;
import dev.sluice.master.submaster.SubMasterSettings;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.parent.JarCache;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.virtual.VirtualLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sub-master of a test: both of its halves are real; values that workers have accumulated are merged on the loop. */
final class SubNode {
    private static final long RECONNECT_NANOS = 60 * Cluster.SECOND;

    private final Cluster cluster;
    private final String name;
    private final SubMaster subMaster;
    private final List<VirtualLink> above = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private @Nullable MasterLoop master;
    private boolean dead;

    /** @param standbys names of sub-masters to which its workers go without it, before they try {@code parent} */
    SubNode(Cluster cluster, String name, String parent, String... standbys) {
        this.cluster = cluster;
        this.name = name;
        this.subMaster = new SubMaster(
                cluster.loop(),
                (place, address, listener) -> {
                    if (!isDead()) { // the loop of a dead one goes on
                        cluster.dial(name, ((InetSocketAddress) address).getHostString(), listener, above);
                    }
                },
                new SubMasterAddresses(
                        Cluster.runFile(parent),
                        Stream.of(standbys)
                                .map(each -> Refuge.of(Cluster.runFile(each)))
                                .toList(),
                        RECONNECT_NANOS),
                new SubMasterIdentity(
                        name, name.hashCode() & 0xFFFFL, cluster.loop().nanoTime(), cache()),
                said::add);
        subMaster.told().thenAccept(told -> cluster.loop().execute(() -> serve(told)));
        subMaster.ended().thenAccept(how -> cluster.loop().execute(() -> cluster.deafen(name)));
    }

    private JarCache cache() {
        try {
            return new JarCache(cluster.directory().resolve("cache-of-" + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void start() {
        subMaster.start();
    }

    private void serve(ParentTerms told) {
        RunSettings settings = SubMasterSettings.of(
                told,
                Terms.jars(),
                new RunSettings.Budget(64 << 20, 1L << 30, cluster.directory()),
                new SplittableRandom(name.hashCode()));
        MasterLoop made = new MasterLoop(
                settings,
                told.terms().kept(),
                cluster.loop(),
                subMaster,
                (core, driver, course) -> new Forwarding(core, driver, course, this::merge));
        master = made;
        made.start(0, 0);
        subMaster.serve(new SubMasterCore(made, told.terms().kept()));
        cluster.listen(name, session -> made.workerSession(settings.jars()));
        subMaster.listens(Refuge.of(Cluster.runFile(name)));
    }

    private void merge(List<Payload> values, Consumer<MergedValues> merged) {
        Work work = cluster.copy();
        try {
            Codec<Long> codec = Hosted.of(work).resultCodec();
            long total = 0;
            List<Integer> bad = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                try {
                    total += values.get(i).decoder().readSized(codec);
                } catch (CodecException garbage) {
                    bad.add(i);
                }
            }
            PayloadEncoder encoder = new PayloadEncoder();
            encoder.writeSized(codec, total);
            Payload one = encoder.finish();
            cluster.loop().execute(() -> merged.accept(new MergedValues(Optional.of(one), bad)));
        } catch (ApplicationException | CodecException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Says whether workers can join. */
    boolean isServing() {
        return master != null;
    }

    MasterLoop master() {
        return Objects.requireNonNull(master);
    }

    /** Its newest connection to the master. */
    VirtualLink link() {
        return above.get(above.size() - 1);
    }

    void leave() {
        subMaster.leave("a signal");
    }

    boolean hasEnded() {
        return subMaster.ended().isDone();
    }

    List<String> said() {
        return said;
    }

    private boolean isDead() {
        return dead;
    }

    /** Its process dies: the master and the workers lose it, and it gives back what it holds. */
    void die(List<Cluster.Node> workers) {
        die(workers, List.of());
    }

    /** The same with sub-masters that had joined it. */
    void die(List<Cluster.Node> workers, List<SubNode> subMasters) {
        dead = true;
        cluster.deafen(name);
        above.forEach(VirtualLink::die);
        workers.forEach(worker -> worker.link().cut());
        subMasters.forEach(each -> each.link().cut());
        cluster.loop().execute(() -> master().course().end(RunEnd.complete()));
    }

    @Override
    public String toString() {
        return name;
    }
}
