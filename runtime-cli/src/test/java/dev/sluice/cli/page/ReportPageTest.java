package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.ReportData;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
    private static final String JSON = "{\"schema\":\"sluice-page-1\",\"name\":\"</script><img src=x>\"}";

    @Test
    void shouldContainTheDataWithoutEndingTheScript() throws Exception {
        String html = ReportPage.html(JSON);
        assertThat(ReportData.of(html)).isEqualTo(JSON);
        assertThat(html).doesNotContain("<img");
        assertThat(html.split("</script>", -1)).as("two scripts").hasSize(3);
    }

    @Test
    void shouldForbidLoadingAnything() {
        String html = ReportPage.html(JSON);
        assertThat(html).contains("content=\"default-src 'none'; script-src 'sha256-");
        assertThat(html).doesNotContain("unsafe").doesNotContain(" src=\"").doesNotContain("href=\"page");
    }

    @Test
    void shouldShowPicturesWithoutLoadingThem(@TempDir Path directory) throws Exception {
        Path moving = Files.write(directory.resolve("a \"wave\".gif"), new byte[] {1, 2, 3});
        Path still = Files.write(directory.resolve("still.SVG"), new byte[] {4});
        String html = ReportPage.html(JSON, ReportPage.figure(moving) + ReportPage.figure(still));
        assertThat(html)
                .contains("default-src 'none'; img-src data:; script-src 'sha256-")
                .contains("<img alt=\"a _wave_.gif\" src=\"data:image/gif;base64,AQID\">")
                .contains("<img alt=\"still.SVG\" src=\"data:image/svg+xml;base64,BA==\">");
        assertThat(ReportData.of(html)).isEqualTo(JSON);
    }

    @Test
    void shouldRefuseWhatIsNoPicture(@TempDir Path directory) throws Exception {
        Path text = Files.write(directory.resolve("a.txt"), new byte[] {1});
        assertThatThrownBy(() -> ReportPage.figure(text))
                .hasMessage("a.txt is no picture that the page shows (expected: .gif, .jpeg, .jpg, .png or .svg)");
        Path large = directory.resolve("large.png");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(8_000_001);
        }
        assertThatThrownBy(() -> ReportPage.figure(large))
                .hasMessageContaining("large.png has 8")
                .hasMessageContaining("expected: at most 8");
    }

    @Test
    void shouldLeaveNoImportOrExport() {
        assertThat(ReportPage.script()).doesNotContainPattern("(?m)^(import|export)\\b");
        assertThat(ReportPage.script()).doesNotContain("</script").doesNotContain("<!--");
    }

    @Test
    void shouldPutEachModuleAfterThoseThatItImports() {
        for (int i = 0; i < PageFiles.MODULES.size(); i++) {
            String module = PageFiles.MODULES.get(i);
            Matcher matcher = Pattern.compile("from '\\./(\\w+)\\.js'").matcher(PageFiles.text(module + ".js"));
            while (matcher.find()) {
                assertThat(PageFiles.MODULES.subList(0, i)).as(module).contains(matcher.group(1));
            }
        }
    }
}
