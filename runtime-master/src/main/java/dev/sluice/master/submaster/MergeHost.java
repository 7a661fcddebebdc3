package dev.sluice.master.submaster;

import dev.sluice.api.Accumulation;
import dev.sluice.api.ApplicationClassLoader;
import dev.sluice.api.ApplicationException;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.child.ChildPipes;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The process in which the application merges accumulated values of a sub-master; the sub-master itself loads no class
 * of the application. It reads what to load, then repeatedly a number of values and the values, each as encoded by a
 * worker. It answers each time with one value for those that can be decoded, or with an error. It ends with its parent
 * process.
 */
final class MergeHost {
    /** Answer: the places of values that cannot be decoded, and the encoded value of the others. */
    static final int MERGED = 'M';
    /** Answer: an error text follows. */
    static final int FAILED = 'F';

    private final Hosted<Object, Object, Object> application;
    private final Accumulation<Object> accumulation;

    MergeHost(Hosted<Object, Object, Object> application, Accumulation<Object> accumulation) {
        this.application = application;
        this.accumulation = accumulation;
    }

    /** Started by {@link MergeProcess}. */
    public static void main(String[] none) throws IOException {
        ChildPipes pipes = ChildPipes.claim();
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().halt(0)));
        try {
            MergeHost host = load(ChildFormat.readLoad(pipes.in()));
            for (; ; ) {
                host.serve(pipes.in(), pipes.out());
            }
        } catch (EOFException e) {
            Runtime.getRuntime().halt(0); // its parent needs it no more
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // whatever threads the application has
        }
    }

    @SuppressWarnings("unchecked")
    private static MergeHost load(ChildFormat.Load load) throws ApplicationException, IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : load.jars()) {
            urls.add(jar.toUri().toURL());
        }
        ApplicationClassLoader loader = new ApplicationClassLoader(urls);
        Thread.currentThread().setContextClassLoader(loader);
        String name = load.info().className();
        Hosted<?, ?, ?> application = Hosted.load(loader, name.isEmpty() ? null : name);
        application.parse(load.info().arguments());
        application.initialize();
        Hosted<Object, Object, Object> hosted = (Hosted<Object, Object, Object>) application;
        if (hosted.results() instanceof Accumulation<Object> accumulation) {
            return new MergeHost(hosted, accumulation);
        }
        throw new IllegalStateException(
                hosted.className() + ": its results are not accumulated (expected: as its workers say)");
    }

    /** Reads values, and answers with one for all that can be decoded. */
    void serve(DataInputStream in, DataOutputStream out) throws IOException {
        int count = in.readInt();
        Object total = null;
        String wrong = "";
        List<Integer> bad = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] bytes = ChildFormat.readBytes(in);
            Object value;
            try {
                value = new Decoder(ByteBuffer.wrap(bytes)).readSized(application.resultCodec());
            } catch (RuntimeException | StackOverflowError | LinkageError e) {
                bad.add(i);
                continue;
            }
            try {
                total = total == null ? value : application.merge(accumulation, total, value);
            } catch (ApplicationException | RuntimeException e) {
                wrong = e.toString();
            }
        }
        Payload encoded = Payload.empty();
        if (wrong.isEmpty() && total != null) {
            try {
                encoded = encoded(total);
            } catch (RuntimeException e) {
                wrong = e.toString();
            }
        }
        if (wrong.isEmpty()) {
            out.write(MERGED);
            out.writeInt(bad.size());
            for (int place : bad) {
                out.writeInt(place);
            }
            out.writeBoolean(total != null);
            ChildFormat.writeBuffers(out, encoded.buffers());
            encoded.release();
        } else {
            out.write(FAILED);
            ChildFormat.writeText(out, wrong);
        }
        out.flush();
    }

    /** Reads the rest of an answer after {@link #MERGED}. */
    static MergedValues readMerged(DataInputStream in) throws IOException {
        List<Integer> bad = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            bad.add(in.readInt());
        }
        boolean some = in.readBoolean();
        ByteBuffer value = ByteBuffer.wrap(ChildFormat.readBytes(in));
        return new MergedValues(some ? Optional.of(Payload.wrap(value)) : Optional.empty(), bad);
    }

    private Payload encoded(Object value) {
        PayloadEncoder encoder = new PayloadEncoder();
        try {
            encoder.writeSized(application.resultCodec(), value);
        } catch (RuntimeException | Error e) {
            encoder.discard();
            throw e;
        }
        return encoder.finish();
    }
}
