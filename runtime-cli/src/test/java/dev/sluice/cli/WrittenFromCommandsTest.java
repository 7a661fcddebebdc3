package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.model.ErrorCode;
import dev.sluice.testing.OnPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion and man pages. */
class WrittenFromCommandsTest {
    /** A command in the words of a page, as the reader would type it. */
    private static final Pattern NAMED = Pattern.compile("(?:'|aq)sluice ([a-z][a-z-]*)(?: ([a-z]+))?");

    @TempDir
    Path directory;

    private static String printed(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    private String completed(String shell, String... words) throws Exception {
        Path script = directory.resolve("completion");
        Files.writeString(script, Executed.sluice("completion", shell).out());
        String last = words[words.length - 1];
        String command = "source " + script + "; COMP_WORDS=(" + String.join(" ", words) + "'')"
                + "; COMP_CWORD=" + (words.length - 1) + "; COMP_LINE='" + String.join(" ", words) + "'"
                + "; COMP_TYPE=9; " + "_complete_sluice sluice " + last
                + " '' 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return printed("bash", "-c", command);
    }

    @Test
    void shouldCompleteInBash() throws Exception {
        assumeTrue(OnPath.has("bash"), "bash is not installed");
        assertThat(completed("bash", "sluice", "si").lines()).contains("simulate");
        assertThat(completed("bash", "sluice", "run", "--pol").lines()).contains("--policy");
        assertThat(completed("bash", "sluice", "config", "sh").lines()).contains("show");
    }

    @Test
    void shouldSayThatTheScriptIsForBothShells() {
        assertThat(Executed.sluice("completion", "zsh").out()).contains("ZSH_VERSION", "bashcompinit");
        assertThat(Executed.sluice("completion", "fish").code()).isEqualTo(2);
    }

    @Test
    void shouldCompleteInZsh() throws Exception {
        assumeTrue(OnPath.has("zsh"), "zsh is not installed");
        Path script = directory.resolve("completion");
        Files.writeString(script, Executed.sluice("completion", "zsh").out());
        assertThat(printed("zsh", "-f", "-c", "source " + script + " && whence -w _complete_sluice"))
                .contains("_complete_sluice: function");
    }

    @Test
    void shouldWriteAManPageForEachCommand() throws Exception {
        Executed man = Executed.sluice("man", directory.resolve("man").toString());
        assertThat(man.code()).as(man.err()).isZero();
        Map<String, String> pages = ManPages.of(SluiceMaster.unconfigured(), "x");
        assertThat(pages.keySet())
                .contains("sluice.1", "sluice-run.1", "sluice-config-show.1")
                .doesNotContain("sluice-help.1");
        for (String page : pages.keySet()) {
            assertThat(directory.resolve("man").resolve(page)).isRegularFile();
        }
        assertThat(pages.get("sluice-run.1"))
                .contains(".SH NAME\nsluice\\-run \\- Runs an application")
                .contains(".SH SYNOPSIS\n.nf\nsluice run [", "      \\-\\-policy=POLICY")
                .contains("(default: SS)", ".SH SEE ALSO\n\\fBsluice\\fR(1)")
                .doesNotContain("${", "\\-\\-costs");
        assertThat(pages.get("sluice.1")).contains(".SH EXIT STATUS\n", "  130   ", "\\fBsluice\\-hosts\\fR(1)");
        for (String page : pages.values()) {
            assertThat(page).matches("(?s)[\\x00-\\x7e]*");
            assertThat(page.lines().filter(line -> line.startsWith(".")))
                    .allMatch(line -> line.matches("\\.(TH|SH|nf|fi)( .*)?"));
        }
    }

    @Test
    void shouldShowTenOptionsOfARunFirstAndAllOnDemand() {
        String brief = Executed.sluice("run", "--help").out();
        assertThat(brief.lines().filter(line -> line.startsWith("      --"))).hasSize(10);
        assertThat(brief)
                .contains("--local=N", "--dry-run", "--help-all shows the other ")
                .doesNotContain("--delivery");
        assertThat(brief.lines().count()).isLessThanOrEqualTo(55);
        String whole = Executed.sluice("run", "--help-all").out();
        assertThat(whole).contains("--local=N", "--delivery", "Policies (").doesNotContain("shows the other");
    }

    @Test
    void shouldHaveFewOptionsOfARun() {
        CommandSpec run =
                SluiceMaster.unconfigured().getSubcommands().get("run").getCommandSpec();
        assertThat(run.options().stream().filter(option -> !option.hidden())).hasSizeLessThanOrEqualTo(59);
    }

    @Test
    void shouldSayInAtMost25WordsWhatAnOptionIs() {
        List<String> long25 = new ArrayList<>();
        addLong(SluiceMaster.unconfigured(), long25);
        assertThat(long25).isEmpty();
    }

    private static void addLong(CommandLine command, List<String> found) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            String said = String.join(" ", option.description());
            if (!option.hidden() && said.split("\\s+").length > 25) {
                found.add(command.getCommandName() + " " + option.longestName() + ": " + said);
            }
        }
        command.getSubcommands().values().forEach(each -> addLong(each, found));
    }

    @Test
    void shouldNameOnlyCommandsThatAreThere() {
        CommandLine all = SluiceMaster.unconfigured();
        List<String> unknown = new ArrayList<>();
        ManPages.of(all, "x")
                .forEach((page, text) -> NAMED.matcher(text.replaceAll("\\s+", " "))
                        .results()
                        .filter(named -> !isCommand(all, named.group(1), named.group(2)))
                        .forEach(named -> unknown.add(page + ": " + named.group())));
        assertThat(unknown).isEmpty();
    }

    /** Tells whether the first word is a command, and if it has commands of its own, the second is one of them. */
    private static boolean isCommand(CommandLine all, String first, @Nullable String second) {
        CommandLine command = all.getSubcommands().get(first);
        boolean group = command != null && command.getCommand() instanceof CommandGroup;
        return group
                ? second == null || command.getSubcommands().containsKey(second)
                : command != null || first.equals("join");
    }

    @Test
    void shouldWritePagesThatGroffTakes() throws Exception {
        assumeTrue(OnPath.has("groff"), "groff is not installed");
        Executed.sluice("man", directory.toString());
        for (String page : ManPages.of(SluiceMaster.unconfigured(), "x").keySet()) {
            String file = directory.resolve(page).toString();
            assertThat(printed("groff", "-man", "-ww", "-Tutf8", "-z", file))
                    .as(page)
                    .isEmpty();
        }
    }

    @Test
    void shouldExplainEachCode() {
        assertThat(Executed.sluice("explain").out().lines()).hasSize(ErrorCode.values().length);
        assertThat(Executed.sluice("explain", "e209").out()).contains("E209", "hosts-invalid", "exit 2");
        assertThat(Executed.sluice("explain", "210").out()).contains("config-invalid");
        Executed unknown = Executed.sluice("explain", "E999");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("code: 'E999' (expected: a code such as E302");
    }
}
