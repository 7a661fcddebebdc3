package dev.sluice.benchmarks.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of commands, and the times of units. */
final class RunAnswer {
    private static final String NUMBER = "([-+.\\deE]+)";
    private static final Pattern CANDIDATE = Pattern.compile("\"host\":\"([^\"]+)\",\"unitsPerSecond\":" + NUMBER);
    /** The time of the chosen one of the plans that were compared. */
    private static final Pattern CHOSEN = Pattern.compile("\"chosen\":true,\"unitsPerSecond\":[-+.\\deE]+"
            + ",\"seconds\":" + NUMBER + ",\"low\":" + NUMBER + ",\"high\":" + NUMBER);

    private static final Pattern WORKERS = Pattern.compile("\"workers\":\\[\"([^]]*)\"]");
    private static final Pattern MASTER = Pattern.compile("\"flow\":\\{\"master\":\"([^\"]+)\"");

    private RunAnswer() {}

    /** Tells what was predicted: the makespan and its bounds [s], and where that stands. */
    record Predicted(double seconds, double low, double high, String source) {
        boolean held(double actual) {
            return actual >= low && actual <= high;
        }
    }

    /**
     * The prediction of a run: the last one before it began, if that is of the whole run, else that of the plan.
     *
     * @param plan content of plan.json; empty without a plan
     * @param run content of run.json
     */
    static @Nullable Predicted predicted(String plan, String run, int cycles) {
        String prediction = object(run, "prediction");
        boolean firstCycle = prediction.contains("\"firstCycle\":true");
        if (!prediction.isEmpty() && !firstCycle) {
            return new Predicted(
                    number(prediction, "predictedSeconds"),
                    number(prediction, "low"),
                    number(prediction, "high"),
                    "run.prediction");
        }
        String forecast = object(plan, "forecast");
        if (!forecast.isEmpty()) {
            return new Predicted(
                    number(forecast, "seconds"), number(forecast, "low"), number(forecast, "high"), "plan.forecast");
        }
        Matcher chosen = CHOSEN.matcher(plan);
        if (chosen.find()) {
            return new Predicted(
                    Double.parseDouble(chosen.group(1)),
                    Double.parseDouble(chosen.group(2)),
                    Double.parseDouble(chosen.group(3)),
                    "plan.chosen");
        }
        double cycle = number(plan, "seconds");
        return Double.isNaN(cycle)
                ? null
                : new Predicted(cycles * cycle, Double.NaN, Double.NaN, "plan.seconds*" + cycles);
    }

    /** The first number of this field, or NaN. */
    static double number(String json, String field) {
        Matcher matcher =
                Pattern.compile("\"" + Pattern.quote(field) + "\":" + NUMBER).matcher(json);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    /** The object of this field, without objects below the first level of braces being lost; empty if missing. */
    static String object(String json, String field) {
        int begin = json.indexOf("\"" + field + "\":{");
        if (begin < 0) {
            return "";
        }
        int depth = 0;
        for (int at = json.indexOf('{', begin); at < json.length(); at++) {
            depth += json.charAt(at) == '{' ? 1 : json.charAt(at) == '}' ? -1 : 0;
            if (depth == 0) {
                return json.substring(begin, at + 1);
            }
        }
        return "";
    }

    /** Candidate masters of a plan, best first. */
    static List<String> masters(String plan) {
        int begin = plan.indexOf("\"candidates\":[");
        int end = plan.indexOf("\"flow\":{");
        List<String> masters = new ArrayList<>();
        if (begin >= 0 && end > begin) {
            for (Matcher each = CANDIDATE.matcher(plan.substring(begin, end)); each.find(); ) {
                masters.add(each.group(1));
            }
        }
        return masters;
    }

    static String master(String plan) {
        Matcher master = MASTER.matcher(plan);
        return master.find() ? master.group(1) : "";
    }

    static List<String> workers(String plan) {
        Matcher workers = WORKERS.matcher(plan);
        return workers.find() ? List.of(workers.group(1).split("\",\"", -1)) : List.of();
    }

    /**
     * When units were computed.
     *
     * @param first start of the first unit after the start of the master's loop [s]
     * @param last end of the last unit [s]
     * @param rate between the ends of the first and the last tenth of the units [units/s]
     */
    record UnitTimes(double first, double last, double rate) {}

    /** The times in units.csv, or null if the file is missing or lacks units. */
    static @Nullable UnitTimes times(Path csv, long units) throws IOException {
        if (!Files.exists(csv)) {
            return null;
        }
        List<String> lines = Files.readAllLines(csv);
        List<String> names = Arrays.asList(lines.get(0).split(",", -1));
        int count = names.indexOf("units");
        int started = names.indexOf("started_s");
        int ended = names.indexOf("ended_s");
        int outcome = names.indexOf("outcome");
        double first = Double.POSITIVE_INFINITY;
        long sum = 0;
        List<double[]> ends = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (cells[outcome].equals("accepted") && !cells[started].isEmpty() && !cells[ended].isEmpty()) {
                first = Math.min(first, Double.parseDouble(cells[started]));
                sum += Long.parseLong(cells[count]);
                ends.add(new double[] {Double.parseDouble(cells[ended]), Long.parseLong(cells[count])});
            }
        }
        if (sum < 0.98 * units || sum == 0) {
            return null;
        }
        ends.sort(Comparator.comparingDouble(each -> each[0]));
        double early = quantile(ends, 0.1 * sum);
        double late = quantile(ends, 0.9 * sum);
        return new UnitTimes(first, ends.get(ends.size() - 1)[0], 0.8 * sum / (late - early));
    }

    private static double quantile(List<double[]> ends, double units) {
        double sum = 0;
        for (double[] end : ends) {
            sum += end[1];
            if (sum >= units) {
                return end[0];
            }
        }
        return ends.get(ends.size() - 1)[0];
    }
}
