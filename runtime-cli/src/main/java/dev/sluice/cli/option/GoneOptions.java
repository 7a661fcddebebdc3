package dev.sluice.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Options that earlier versions had, and what replaces each. */
public final class GoneOptions {
    /** The commands that had an option, the option, and the way today. */
    private static final List<Gone> TABLE = Stream.of(
                    "run plan|--objective V|--goal=V",
                    "run plan|--most-hosts V|--goal=most-hosts=V",
                    "run plan|--exclude V|--goal=exclude=V",
                    "run plan|--prefer V|--goal=prefer=V",
                    "run plan|--memory V|--goal=memory=V",
                    "run plan|--min-gain V|--goal=min-gain=V",
                    "run plan|--master-computes|--goal=master-computes",
                    "run plan|--look|--goal=look",
                    "run|--no-look|--goal=no-look",
                    "run each|--weight V|--pool=weight=V",
                    "run each|--priority V|--pool=priority=V",
                    "run each|--least-slots V|--pool=least-slots=V",
                    "run each|--most-slots V|--pool=most-slots=V",
                    "run each|--deadline V|--pool=deadline=V",
                    "run each|--pool-dir V|--pool=dir=V",
                    "run each|--pool-role V|--pool=role=V",
                    "run each simulate|--prefetch V|--delivery=prefetch=V",
                    "run each simulate|--congestion V|--delivery=congestion=V",
                    "run each simulate|--setups V|--delivery=setups=V",
                    "run each|--transport V|--network=transport=V",
                    "run each|--io-threads V|--network=io-threads=V",
                    "run each|--probe-bytes V|--network=probe-bytes=V",
                    "run each|--result-memory V|--space=result-memory=V",
                    "run each|--result-disk V|--space=result-disk=V",
                    "run each|--file-cache-size V|--space=file-cache-size=V",
                    "run|--orphan-time V|--journal=orphan-time=V",
                    "run|--cycle V|--unit=V:INDEX",
                    "run|--serial|--local=0",
                    "run each|--no-web|--web=off")
            .map(Gone::of)
            .toList();

    /**
     * One of them.
     *
     * @param way today; V is the value that the option had
     */
    private record Gone(List<String> commands, String option, boolean valued, Way way) {
        static Gone of(String line) {
            String[] columns = line.split("\\|");
            String[] option = columns[1].split(" ");
            String[] way = columns[2].substring(2).split("=", 2);
            return new Gone(List.of(columns[0].split(" ")), option[0], option.length > 1, new Way(way[0], way[1]));
        }

        /** The way with a value, which may name several hosts. */
        Way with(String value) {
            String key = way.value.substring(0, way.value.indexOf('V'));
            return new Way(way.option, way.value.replace("V", value.replace(",", "," + key)));
        }
    }

    /**
     * An option today.
     *
     * @param option its name without dashes
     */
    public record Way(String option, String value) {
        /** The option as it is typed. */
        public String typed() {
            return "--" + option + "=" + value;
        }
    }

    private GoneOptions() {}

    private static Optional<Gone> find(String command, String option) {
        return TABLE.stream()
                .filter(gone -> gone.option.equals(option) && gone.commands.contains(command))
                .findFirst();
    }

    /** The way today in place of an option that a command had; empty for any other. */
    public static Optional<Way> way(String command, String option) {
        return find(command, option).map(gone -> gone.valued ? gone.with("VALUE") : gone.way);
    }

    /** The words of a recorded run in today's options; those after {@code --} are the application's. */
    public static List<String> renewed(List<String> words) {
        List<String> renewed = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("--")) {
                renewed.addAll(words.subList(i, words.size()));
                break;
            }
            String[] parts = word.split("=", 2);
            Gone gone = find("run", parts[0]).orElse(null);
            if (gone == null) {
                renewed.add(word);
            } else if (!gone.valued) {
                renewed.add(gone.way.typed());
            } else if (parts.length == 2) {
                renewed.add(gone.with(parts[1]).typed());
            } else if (i + 1 < words.size()) {
                i++;
                renewed.add(gone.with(words.get(i)).typed());
            }
        }
        return renewed;
    }
}
