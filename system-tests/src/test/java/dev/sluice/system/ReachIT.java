package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testing.NoLeaks;
import dev.sluice.testing.OnPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sluice below the tools that people have: pip, notebooks, scikit-learn, Snakemake, R. A tool that is missing is not
 * tried.
 */
@NoLeaks
class ReachIT {
    private static final int SECONDS = 600;

    @TempDir
    Path directory;

    @BeforeEach
    void makeTheCommand() throws Exception {
        Path script = Files.createDirectory(directory.resolve("bin")).resolve("sluice");
        Files.writeString(
                script, "#!/bin/sh\nexport SLUICE_CLASS_ARCHIVES=off\nexec '" + Checkout.file("sluice") + "' \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** In a new virtual environment, without a network where this may be tried; no sluice is on the path before. */
    @Test
    void shouldInstallAsOneWheel() throws Exception {
        assumeTrue(
                succeeds("python3", "-c", "import ensurepip"),
                "python3 cannot make virtual environments (Debian: python3-venv)");
        Files.writeString(directory.resolve("cell.py"), """
            import code
            shell = code.InteractiveInterpreter()
            shell.runsource("import sluice\\nfactor = 3\\ndef scaled(x):\\n    return factor * x\\n", symbol="exec")
            shell.runsource("print('cell', list(sluice.map(scaled, range(4))))")
            """);
        String said = type("rm bin/sluice\n'" + Checkout.file("sluice") + "' dist --wheel-only --out made\n"
                + "alone() { \"$@\"; }\nif [ $(id -u) = 0 ] && command -v unshare ip > /dev/null; then\n"
                + "    alone() { unshare --net -- bash -c 'ip link set lo up && exec \"$@\"' - \"$@\"; }\nfi\n"
                + "python3 -m venv fresh && alone fresh/bin/pip install --quiet --no-index made/sluice-*.whl\n"
                + "export SLUICE_CLASS_ARCHIVES=off; here=$PWD; unset PYTHONPATH\ncd /\n"
                + "alone \"$here/fresh/bin/sluice\" run mandelbrot --quiet -- --width 64 --height 64 --out \"$here/m.png\"\n"
                + "cd \"$here\"; test -s m.png\nPATH=$here/fresh/bin:$PATH\n"
                + "alone sluice each -k echo {} done ::: a b\n"
                + "echo 'import sluice; print(\"stdin\", list(sluice.map(lambda x: x + 1, range(3))))' | alone python -\n"
                + "alone python cell.py\n"
                + "! JAVA_HOME=/nowhere python -c 'import sluice; list(sluice.map(abs, [1]))'\n");
        assertThat(said)
                .contains("a done\nb done\n", "stdin [1, 2, 3]\n", "cell [0, 3, 6, 9]\n")
                .contains("SluiceError: ", "JAVA_HOME=/nowhere has no bin/java (expected: a JDK, 17 or newer)");
    }

    @Test
    void shouldRunTheFirstCellOfANotebook() throws Exception {
        String python = pythonWith("ipykernel");
        Files.writeString(directory.resolve("notebook.py"), """
            from jupyter_client.manager import start_new_kernel
            manager, client = start_new_kernel(kernel_name="python3")
            cell = "import sluice\\nfactor = 3\\nlist(sluice.map(lambda x: factor * x, range(4)))"
            reply = client.execute_interactive(cell, timeout=200)
            print("\\nstatus: " + reply["content"]["status"], flush=True)
            client.stop_channels()
            manager.shutdown_kernel()
            """);
        assertThat(type(python + " notebook.py")).contains("[0, 3, 6, 9]", "status: ok\n");
    }

    @Test
    void shouldGiveScikitLearnTheAnswersOfLoky() throws Exception {
        String python = pythonWith("sklearn");
        Files.writeString(directory.resolve("search.py"), """
            import joblib
            import numpy
            import sluice.joblib
            from sklearn.datasets import load_digits
            from sklearn.ensemble import RandomForestClassifier
            from sklearn.model_selection import GridSearchCV, cross_val_score
            from sklearn.svm import SVC

            parallel_config = getattr(joblib, "parallel_config", joblib.parallel_backend)
            X, y = load_digits(return_X_y=True)
            X, y = X[:400], y[:400]
            found = []
            for backend in ("loky", "sluice"):
                with parallel_config(backend, n_jobs=2):
                    search = GridSearchCV(SVC(), {"C": [0.1, 1, 10], "gamma": [1e-4, 1e-3]}, cv=3).fit(X, y)
                    scores = cross_val_score(RandomForestClassifier(20, random_state=1), X, y, cv=3)
                    found.append((search.best_params_, search.cv_results_["mean_test_score"], scores))
            (best, means, scores), (others, other_means, other_scores) = found
            print(best == others, numpy.array_equal(means, other_means), numpy.array_equal(scores, other_scores))
            """);
        assertThat(type(python + " search.py")).contains("True True True\n");
    }

    @Test
    void shouldRunTheJobsOfSnakemakeOnAPool() throws Exception {
        assumeTrue(OnPath.has("snakemake"), "snakemake is missing");
        Files.writeString(directory.resolve("Snakefile"), """
            rule all:
                input: "sum.txt"

            rule square:
                output: "square-{n}.txt"
                threads: 2
                resources: mem_mb=100
                shell: "echo $(({wildcards.n} * {wildcards.n})) $SLUICE_CPUS > {output}"

            rule sum:
                input: expand("square-{n}.txt", n=[1, 2, 3])
                output: "sum.txt"
                shell: "awk '{{ total += $1; cpus = $2 }} END {{ print total, cpus }}' {input} > {output}"
            """);
        StandingPool pool = pool();
        try {
            String profile = Checkout.file("examples/snakemake").toString();
            assertThat(type("export LC_ALL=C.UTF-8\nsluice pool start --slots 2\n"
                            + "snakemake --profile '" + profile + "' --jobs 3 < /dev/null\n"
                            + "cat sum.txt; sluice runs --all | grep -c complete; sluice pool stop --now"))
                    .contains("\n14 2\n", "\n4\n");
        } finally {
            pool.end();
        }
    }

    /** Types the right columns of docs/coming-from.md, below the lines above each table. */
    @TestFactory
    Stream<DynamicTest> shouldDoWhatTheTablesSay() {
        String page = Checkout.read(Checkout.file("docs/coming-from.md"));
        return Stream.of(page.split("(?m)^## "))
                .skip(1)
                .filter(section -> section.contains("```python") || section.contains("```sh"))
                .map(section ->
                        DynamicTest.dynamicTest(section.lines().findFirst().orElseThrow(), () -> typeTable(section)));
    }

    private void typeTable(String section) throws Exception {
        Markdown.Block block = Markdown.of(section).blocks().get(0);
        List<String> lines = new ArrayList<>(block.lines());
        section.lines()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .forEach(row -> Pattern.compile("`([^`]+)`")
                        .matcher(row.replace("\\|", "¦").split("\\|", -1)[2].replace('¦', '|'))
                        .results()
                        .forEach(code -> lines.add(code.group(1))));
        assertThat(lines).hasSizeGreaterThan(block.lines().size() + 2);
        String text = String.join("\n", lines);
        if (block.language().equals("sh")) {
            StandingPool pool = pool();
            try {
                type(text);
            } finally {
                pool.end();
            }
        } else {
            assumeTrue(succeeds("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"), "no python3");
            Files.writeString(directory.resolve("typed.py"), text);
            type("python3 typed.py");
        }
    }

    private StandingPool pool() {
        return new StandingPool(directory.resolve("state/sluice/pool"), "XDG_STATE_HOME=" + directory.resolve("state"));
    }

    /** The R of a child speaks on pipes. Its answer does not depend on where units are computed. */
    @Test
    void shouldRunAProgramInR() throws Exception {
        assumeTrue(OnPath.has("Rscript"), "Rscript is missing (Debian: r-base-core)");
        String run = "sluice run '" + Checkout.file("examples/r/pi.R") + "' --quiet";
        String pi = "pi is about 3.14";
        assertThat(type(run + " -- 40 20000")).contains(pi);
        assertThat(type(run + " --local 2 -- 40 20000")).contains(pi);
        assertThat(type("! " + run + " -- many")).contains("an argument is no number");
    }

    /** The interpreter that has a module: the one on the path, or Debian's. */
    private static String pythonWith(String module) throws Exception {
        for (String python : List.of("python3", "/usr/bin/python3")) {
            if (succeeds(python, "-c", "import " + module)) {
                return python;
            }
        }
        assumeTrue(false, module + " is not installed (Debian: python3-" + module + ")");
        throw new AssertionError();
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Types lines where {@code sluice} and the package are found; returns what they print. */
    private String type(String lines) throws InterruptedException {
        String environment = "export PATH='" + directory.resolve("bin") + "':\"$PATH\" PYTHONPATH='"
                + Checkout.file("python") + "' PYTHONDONTWRITEBYTECODE=1 XDG_STATE_HOME='" + directory.resolve("state")
                + "' XDG_CACHE_HOME='" + directory.resolve("cache") + "'\n";
        try (Terminal terminal = Terminal.type(directory, environment + lines)) {
            int code = terminal.exitCodeWithin(SECONDS);
            assertThat(code)
                    .as("exit code of\n%s\nwhich printed:\n%s", lines, terminal.output())
                    .isZero();
            return terminal.output();
        }
    }
}
