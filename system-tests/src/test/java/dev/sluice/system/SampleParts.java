package dev.sluice.system;

import dev.sluice.model.record.RunView.Decision;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.model.record.RunView.Forecasts;
import java.util.List;

/** Forecasts, decisions and failures of the sample runs of the page. */
final class SampleParts {
    private SampleParts() {}

    static List<Decision> decisions(double seconds) {
        return List.of(
                new Decision(0, 0.2, "plan", "use 2 of 3 hosts", "n003 would wait for its link", "", ""),
                new Decision(
                        1, 0.6, "policy", "guided self-scheduling", "unit times vary by 30 %", "4 % less time", ""),
                new Decision(
                        2,
                        seconds * 0.45,
                        "grants",
                        "two large results at a time",
                        "the link to site B is full",
                        "6 % less time",
                        "waiting fell from 21 % to 17 %"),
                new Decision(
                        3,
                        seconds * 0.9,
                        "copy",
                        "computed 3 units twice",
                        "idle slots at the end of the cycle",
                        "0.4 s",
                        "0.3 s saved"));
    }

    static List<Failure> failures() {
        String stack = "java.lang.ArithmeticException: / by zero\n"
                + "\tat org.example.Sweep.compute(Sweep.java:42)\n\tat org.example.Sweep.compute(Sweep.java:17)";
        return List.of(
                new Failure(
                        2.1,
                        0,
                        53,
                        "w1",
                        "n001",
                        false,
                        1,
                        "java.lang.ArithmeticException",
                        "/ by zero",
                        stack,
                        List.of("02:15:02.087 WARN unit 53: the divisor is 0")),
                new Failure(
                        3.4,
                        0,
                        53,
                        "w2",
                        "n002",
                        true,
                        2,
                        "java.lang.ArithmeticException",
                        "/ by zero",
                        stack,
                        List.of()));
    }

    static Forecasts forecasts(double seconds) {
        int length = 40;
        double[] at = new double[length];
        double[] low = new double[length];
        double[] high = new double[length];
        for (int i = 0; i < length; i++) {
            at[i] = seconds * (0.05 + 0.95 * i / length);
            double rest = seconds - at[i];
            double middle = seconds + 0.12 * rest * Math.sin(i / 4.0);
            low[i] = Math.max(at[i], middle - 0.16 * rest);
            high[i] = middle + 0.2 * rest;
        }
        return new Forecasts(at, low, high, seconds, 0.95);
    }
}
