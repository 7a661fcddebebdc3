package dev.sluice.system;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A tab of a browser: it opens pages, evaluates expressions, presses keys and takes pictures. */
final class ChromiumTab implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Map<String, Integer> CODES = Map.of(
            "ArrowLeft", 37, "ArrowUp", 38, "ArrowRight", 39, "ArrowDown", 40, "Enter", 13, "Tab", 9, "Escape", 27);

    private final DevTools tools;
    private final String target;
    private final String session;

    private ChromiumTab(DevTools tools, String target, String session) {
        this.tools = tools;
        this.target = target;
        this.session = session;
    }

    static ChromiumTab open(DevTools tools, int width, int height) throws Exception {
        String target = tools.send(
                        "", "Target.createTarget", DevTools.parameters().put("url", "about:blank"))
                .get("targetId")
                .asText();
        String session = tools.send(
                        "",
                        "Target.attachToTarget",
                        DevTools.parameters().put("targetId", target).put("flatten", true))
                .get("sessionId")
                .asText();
        ChromiumTab tab = new ChromiumTab(tools, target, session);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            tab.send(domain + ".enable", DevTools.parameters());
        }
        tab.resize(width, height);
        return tab;
    }

    JsonNode send(String method, ObjectNode parameters) throws Exception {
        return tools.send(session, method, parameters);
    }

    void resize(int width, int height) throws Exception {
        send(
                "Emulation.setDeviceMetricsOverride",
                DevTools.parameters()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
    }

    /** Sets the reader's preference, "light" or "dark". */
    void scheme(String scheme) throws Exception {
        media("", "prefers-color-scheme", scheme);
    }

    /** Sets the medium, "" for the screen or "print", and one preference of the reader. */
    void media(String medium, String feature, String value) throws Exception {
        ObjectNode parameters = DevTools.parameters().put("media", medium);
        parameters.putArray("features").addObject().put("name", feature).put("value", value);
        send("Emulation.setEmulatedMedia", parameters);
    }

    /** Shows the page as it is printed on a sheet. */
    void paper() throws Exception {
        resize(718, 1000);
        media("print", "prefers-color-scheme", "dark");
        evaluate("window.dispatchEvent(new Event('beforeprint'))");
    }

    /** Prints the page, and returns the number of sheets. */
    int sheets(Path file) throws Exception {
        JsonNode answer = send("Page.printToPDF", DevTools.parameters().put("printBackground", true));
        byte[] pdf = Base64.getDecoder().decode(answer.get("data").asText());
        Files.createDirectories(file.getParent());
        Files.write(file, pdf);
        return new String(pdf, StandardCharsets.ISO_8859_1).split("/Type\\s*/Page\\b", -1).length - 1;
    }

    /** Shows the page as readers with a colour vision deficiency see it, "deuteranopia"; or "none". */
    void vision(String deficiency) throws Exception {
        send("Emulation.setEmulatedVisionDeficiency", DevTools.parameters().put("type", deficiency));
    }

    /** Opens a page and waits until it has drawn itself. */
    void openPage(String url) throws Exception {
        send("Page.navigate", DevTools.parameters().put("url", url));
        until("window.sluiceReady > 0 && location.href === '" + url.replaceFirst("[?].*", "") + "'");
    }

    /** Waits until an expression is true. */
    void until(String expression) {
        await(expression)
                .atMost(DEADLINE)
                .until(() -> evaluate("Boolean(" + expression + ")").asBoolean());
    }

    /** Returns the value of an expression, or of the promise that it returns. */
    JsonNode evaluate(String expression) throws Exception {
        JsonNode answer = send(
                "Runtime.evaluate",
                DevTools.parameters()
                        .put("expression", expression)
                        .put("returnByValue", true)
                        .put("awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.at("/result/value");
    }

    /** Presses and releases a key. */
    void press(String key) throws Exception {
        ObjectNode down = DevTools.parameters().put("type", "keyDown").put("key", key);
        int code = key.length() == 1 ? key.charAt(0) : CODES.get(key);
        down.put("windowsVirtualKeyCode", code);
        if (key.length() == 1 || key.equals("Enter")) {
            down.put("text", key.equals("Enter") ? "\r" : key);
        }
        send("Input.dispatchKeyEvent", down);
        ObjectNode up = DevTools.parameters().put("type", "keyUp").put("key", key);
        send("Input.dispatchKeyEvent", up.put("windowsVirtualKeyCode", code));
    }

    /** Writes a picture of the page between two heights in CSS pixels; the height may be beyond the page's end. */
    void picture(Path file, int top, int height) throws Exception {
        int width = evaluate("innerWidth").asInt();
        int end = Math.min(
                top + height, evaluate("document.documentElement.scrollHeight").asInt());
        ObjectNode parameters = DevTools.parameters().put("format", "png").put("captureBeyondViewport", true);
        parameters
                .putObject("clip")
                .put("x", 0)
                .put("y", top)
                .put("width", width)
                .put("height", end - top)
                .put("scale", 1);
        JsonNode answer = send("Page.captureScreenshot", parameters);
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(answer.get("data").asText()));
    }

    /** Returns errors in the console, exceptions and dialogs so far. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (JsonNode event : own()) {
            String method = event.get("method").asText();
            JsonNode said = event.get("params");
            boolean isError = method.equals("Runtime.consoleAPICalled")
                            && said.get("type").asText().matches("error|warning|assert")
                    || method.equals("Log.entryAdded")
                            && said.at("/entry/level").asText().equals("error");
            if (isError || method.equals("Runtime.exceptionThrown") || method.equals("Page.javascriptDialogOpening")) {
                problems.add(said.toString());
            }
        }
        return problems;
    }

    /** Returns the addresses of all requests so far. */
    List<String> requests() {
        return own().stream()
                .filter(event -> event.get("method").asText().equals("Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").asText())
                .toList();
    }

    private List<JsonNode> own() {
        return tools.events().stream()
                .filter(event -> session.equals(event.path("sessionId").asText()))
                .toList();
    }

    @Override
    public void close() throws Exception {
        tools.send("", "Target.closeTarget", DevTools.parameters().put("targetId", target));
    }
}
