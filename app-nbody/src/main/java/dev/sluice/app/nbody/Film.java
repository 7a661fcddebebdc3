package dev.sluice.app.nbody;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.WholeFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes each picture as it is drawn, and all of them as an animated PNG. Confined to the master's calls. */
final class Film {
    private static final int FRAMES_PER_SECOND = 20;
    /** Display time of the last picture. */
    private static final int LAST_SECONDS = 2;

    /** Spot size of a common body in a picture of 480 rows [pixels]. */
    private static final double DEVIATION = 0.85;

    /**
     * Up to this many bodies have light 1 each. More bodies share the light, but less than evenly, so that each stays
     * visible.
     */
    private static final double COMMON_COUNT = 7_500;

    private final Settings settings;
    private final Camera camera;
    private final List<Path> frames = new ArrayList<>();
    private LightCanvas canvas = new LightCanvas(1, 1);
    private double usualSpeed;
    /** Content and time of the last frame. */
    private Camera.@Nullable Seen before;

    private double time;

    Film(Settings settings) {
        this.settings = settings;
        this.camera = new Camera(settings);
    }

    /** Creates the directory, and deletes the frames of an earlier film in it. */
    void begin() throws IOException {
        Path out = settings.out();
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new ArgumentException("--out", out, "a directory, there or to be made");
        }
        if (!Files.isWritable(out)) {
            throw new ArgumentException("--out", out, "a directory that can be written in");
        }
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().matches("frame-\\d{5,}\\.png|film\\.png")) {
                    Files.delete(file);
                }
            }
        }
        canvas = new LightCanvas(settings.look().width(), settings.look().height());
    }

    /** Draws and writes the next frame. */
    void show(Moment moment) throws IOException {
        if (frames.isEmpty()) {
            usualSpeed = usualSpeed(moment.bodies());
        }
        canvas.fade();
        draw(moment);
        Path frame = settings.out().resolve(String.format(Locale.ROOT, "frame-%05d.png", frames.size()));
        Files.write(frame, Png.of(settings.look().width(), settings.look().height(), canvas.develop()));
        frames.add(frame);
    }

    private void draw(Moment moment) {
        Bodies bodies = moment.bodies();
        Camera.Seen now =
                camera.project(bodies, (double) moment.step() / settings.span().steps());
        double zoom = settings.look().height() / 480.0;
        float strength = (float) StrictMath.sqrt(COMMON_COUNT / bodies.count());
        double passed = moment.time() - time;
        for (int body = 0; body < bodies.count(); body++) {
            Tint tint = settings.preset().tint(bodies.groups()[body]);
            if (settings.look().colour() == Settings.Colour.SPEED) {
                tint = tint.heated(speed(bodies, body) / (2 * usualSpeed));
            }
            Track track = Track.of(before == null ? now : before, now, passed, body);
            int spots = track.spots(zoom);
            for (int spot = 1; spot <= spots; spot++) {
                double part = (double) spot / spots;
                double deviation = zoom * DEVIATION * tint.size();
                canvas.add(track.column().at(part), track.row().at(part), tint, strength / spots, deviation);
            }
        }
        before = now;
        time = moment.time();
    }

    private static double speed(Bodies bodies, int body) {
        double square = 0;
        for (int axis = 0; axis < bodies.dimensions(); axis++) {
            double component = bodies.velocities()[axis * bodies.count() + body];
            square += component * component;
        }
        return Math.sqrt(square);
    }

    private static double usualSpeed(Bodies bodies) {
        double sum = 0;
        for (int body = 0; body < bodies.count(); body++) {
            sum += speed(bodies, body);
        }
        return sum / bodies.count();
    }

    /** Joins the frames so far to a film. */
    void finish() throws IOException {
        if (frames.isEmpty()) {
            return;
        }
        Path film = settings.out().resolve("film.png");
        WholeFile.write(film, to -> {
            DataOutputStream out = new DataOutputStream(to);
            join(out);
            out.flush();
        });
    }

    /**
     * Joins the frames, which are compressed already, without recompressing them. Chunks that are not pixels carry
     * consecutive numbers.
     */
    private void join(DataOutputStream out) throws IOException {
        Png.writeHead(out, settings.look().width(), settings.look().height());
        ByteBuffer control = ByteBuffer.allocate(8).putInt(frames.size()).putInt(0); // repeats forever
        Png.writeChunk(out, "acTL", control.array());
        int sequence = 0;
        for (int index = 0; index < frames.size(); index++) {
            Png.writeChunk(out, "fcTL", timing(sequence++, index == frames.size() - 1));
            byte[] pixels = packed(frames.get(index));
            if (index == 0) {
                Png.writeChunk(out, "IDAT", pixels);
            } else {
                ByteBuffer content =
                        ByteBuffer.allocate(Integer.BYTES + pixels.length).putInt(sequence++);
                Png.writeChunk(out, "fdAT", content.put(pixels).array());
            }
        }
        Png.writeChunk(out, "IEND", new byte[0]);
    }

    private byte[] timing(int sequence, boolean last) {
        ByteBuffer timing = ByteBuffer.allocate(26).putInt(sequence);
        timing.putInt(settings.look().width()).putInt(settings.look().height());
        timing.putInt(0).putInt(0); // position of the frame
        timing.putShort((short) (last ? LAST_SECONDS : 1)).putShort((short) (last ? 1 : FRAMES_PER_SECOND));
        return timing.put((byte) 0).put((byte) 0).array(); // keep the frame, and let the next one replace it
    }

    private static byte[] packed(Path frame) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(frame), 1 << 16))) {
            return Png.readPacked(in);
        }
    }
}
