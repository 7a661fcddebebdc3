package dev.sluice.cli.pool;

import dev.sluice.insight.weather.StandingWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.RunId;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the weather of a pool: probes links, and writes what is known to the user's state directory every half minute,
 * so that commands read it without the pool. Confined to the pool's loop; another thread writes the files.
 */
final class WeatherKeeper {
    private static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** The first readings of agents have come by then [ns]. */
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Loop loop;
    private final RunId pool;
    private final PoolWeather weather;
    private final Consumer<String> say;
    private boolean changed;

    /** True if the last file was not written; confined to the thread that writes. */
    private boolean troubled;

    WeatherKeeper(Loop loop, RunId pool, Consumer<String> say) {
        this.loop = loop;
        this.pool = pool;
        this.say = say;
        this.weather = new PoolWeather(loop::nanoTime, System::currentTimeMillis);
    }

    /** Begins to probe and to write. Any thread. */
    void start(StandingWeather files, Executor writer) {
        loop.schedule(PoolWeather.BEAT_NANOS, this::beat);
        loop.schedule(FIRST_NANOS, () -> write(files, writer));
    }

    private void beat() {
        weather.beat();
        loop.schedule(PoolWeather.BEAT_NANOS, this::beat);
    }

    private void write(StandingWeather files, Executor writer) {
        if (changed) {
            changed = false;
            Weather now = weather.now(pool.text());
            writer.execute(() -> write(files, now));
        }
        loop.schedule(WRITE_NANOS, () -> write(files, writer));
    }

    private void write(StandingWeather files, Weather now) {
        try {
            files.write(pool, now);
            troubled = false;
        } catch (IOException failure) {
            if (!troubled) {
                say.accept("the weather is not written down: " + FileTrouble.named(failure));
            }
            troubled = true;
        }
    }

    void connected(String host, @Nullable Session session) {
        weather.connected(host, session);
    }

    void sensed(String host, HostReport report) {
        changed = true;
        weather.sensed(host, report);
    }

    void probed(String host, LinkProbe answer) {
        changed = true;
        weather.probed(host, answer);
    }
}
