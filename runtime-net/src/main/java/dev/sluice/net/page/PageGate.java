package dev.sluice.net.page;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may read the page. The token in the URL is exchanged for a cookie with another random value. The name in
 * {@code Host} is checked first: a site whose name an attacker points to this machine has another one. Immutable.
 */
final class PageGate {
    /** Documents for programs, which send the token in a header instead of a cookie. */
    private static final Set<String> FOR_PROGRAMS = Set.of("/metrics", "/data.json");

    private static final Pattern PATH = Pattern.compile("/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*)?");
    private static final String TOKEN = "token=";
    private static final String BEARER = "bearer ";

    private final List<String> names;
    private final boolean tls;
    private final PageToken token;
    private final PageToken cookie = PageToken.create();

    /**
     * The answer to a request.
     *
     * @param refusal null if the request may be answered
     * @param exchange whether the request brings the token, and gets the cookie
     */
    record Answer(@Nullable PageRefusal refusal, String path, boolean exchange) {}

    /** @param names under which the page may be asked for, without a port, in lower case */
    PageGate(List<String> names, boolean tls, PageToken token) {
        this.names = List.copyOf(names);
        this.tls = tls;
        this.token = token;
    }

    /** The token of the URL. */
    String token() {
        return token.text();
    }

    /** The header that sets the cookie. Its name has the port, because a browser sends it to all ports of a host. */
    String cookie(int port) {
        return cookieName(port) + "=" + cookie.text() + "; Path=/; HttpOnly; SameSite=Strict" + (tls ? "; Secure" : "");
    }

    private static String cookieName(int port) {
        return "sluice-" + port;
    }

    /** @param port on which the page listens */
    Answer check(HttpRequest request, int port) {
        String uri = request.uri();
        int question = uri.indexOf('?');
        String path = question < 0 ? uri : uri.substring(0, question);
        String told = path.equals("/") && question >= 0 ? token(uri.substring(question + 1)) : null;
        PageRefusal refusal = form(request, port);
        if (refusal == null && told != null) {
            refusal = token.matches(told) ? null : PageRefusal.WRONG_TOKEN;
        } else if (refusal == null && !known(request.headers(), path, port)) {
            refusal = PageRefusal.NO_TOKEN;
        }
        if (refusal == null && !PATH.matcher(path).matches()) {
            refusal = PageRefusal.NOT_FOUND;
        }
        return new Answer(refusal, path, refusal == null && told != null);
    }

    /** Checks all but the reader. */
    private @Nullable PageRefusal form(HttpRequest request, int port) {
        HttpHeaders headers = request.headers();
        List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        if (hosts.size() != 1 || !named(hosts.get(0), port)) {
            return PageRefusal.WRONG_HOST;
        }
        if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.HEAD)) {
            return PageRefusal.METHOD;
        }
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING) || hasBody(headers)) {
            return PageRefusal.BODY;
        }
        if (!request.uri().startsWith("/")) {
            return PageRefusal.MALFORMED;
        }
        return fromElsewhere(headers, hosts.get(0)) ? PageRefusal.OTHER_ORIGIN : null;
    }

    private boolean named(String host, int port) {
        String lower = host.toLowerCase(Locale.ROOT);
        boolean usual = port == (tls ? 443 : 80);
        return names.stream().anyMatch(name -> lower.equals(name + ":" + port) || usual && lower.equals(name));
    }

    private static boolean hasBody(HttpHeaders headers) {
        return headers.getAll(HttpHeaderNames.CONTENT_LENGTH).stream().anyMatch(length -> !length.equals("0"));
    }

    /**
     * Tells whether a page of another origin sent the request. Such a page may only lead its reader here by a link;
     * other ports of this host count as other origins.
     */
    private boolean fromElsewhere(HttpHeaders headers, String host) {
        String own = (tls ? "https://" : "http://") + host;
        if (headers.getAll(HttpHeaderNames.ORIGIN).stream().anyMatch(origin -> !origin.equalsIgnoreCase(own))) {
            return true;
        }
        String site = headers.get("sec-fetch-site", "none");
        boolean link =
                "navigate".equals(headers.get("sec-fetch-mode")) && "document".equals(headers.get("sec-fetch-dest"));
        return !site.equals("none") && !site.equals("same-origin") && !link;
    }

    private boolean known(HttpHeaders headers, String path, int port) {
        String authorization = headers.get(HttpHeaderNames.AUTHORIZATION);
        if (authorization != null && FOR_PROGRAMS.contains(path)) {
            return authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                    && token.matches(authorization.substring(BEARER.length()).strip());
        }
        return hasCookie(headers, port);
    }

    private boolean hasCookie(HttpHeaders headers, int port) {
        String start = cookieName(port) + "=";
        for (String line : headers.getAll(HttpHeaderNames.COOKIE)) {
            for (String each : line.split(";", -1)) {
                String pair = each.strip();
                if (pair.startsWith(start) && cookie.matches(pair.substring(start.length()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable String token(String query) {
        for (String part : query.split("&", -1)) {
            if (part.startsWith(TOKEN)) {
                return part.substring(TOKEN.length());
            }
        }
        return null;
    }
}
