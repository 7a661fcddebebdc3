package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.ReportData;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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
