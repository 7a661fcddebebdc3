// Draws a network with flows, has SimGrid share its links, and prints both on one line: KIND SEED | LINK… | HOST… | FLOW…
//
//   LINK   PARENT:WIRE; the parent of the root is -1
//   HOST   LINK:WIRE; its port
//   FLOW   FROM>TO:START:BYTES:RATE:END; start [ns], rate of its first millisecond [bytes/s], "-" unless it starts at 0, end [s]
//   WIRE   "-" without limit, "=BANDWIDTH" shared by both directions, or "DOWN/UP" [bytes/s]; then "@LATENCY" if it has one [ns]
//
// Routes are found here, independently of Sluice: a flow passes the ports of its hosts, the medium of each link on its way
// that is shared, and of those that are not the direction of each wire that it climbs or descends.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace {

constexpr double MILLISECOND = 1e-3;
constexpr double UNLIMITED = 1e11; // far above all other bandwidths, and not too far for the precision of the solver

std::mt19937_64 chance;

// Distributions of the standard library differ between compilers.
long draw(long from, long below) {
    return from + static_cast<long>(chance() % static_cast<unsigned long>(below - from));
}

struct Wire {
    long down = 0;  // 0: without limit
    long up = 0;
    bool shared = false;
    long latency = 0;
    sg4::Link *downwards = nullptr;
    sg4::Link *upwards = nullptr;

    std::string text() const {
        std::string text = down == 0 ? "-"
                           : shared  ? "=" + std::to_string(down)
                                     : std::to_string(down) + "/" + std::to_string(up);
        return latency == 0 ? text : text + "@" + std::to_string(latency);
    }

    void make(sg4::NetZone *zone, const std::string &name) {
        if (down == 0 && latency == 0) {
            return;
        }
        downwards = zone->create_link(name + "-down", down == 0 ? UNLIMITED : down)->set_latency(latency * 1e-9)->seal();
        upwards = shared ? downwards : zone->create_link(name + "-up", down == 0 ? UNLIMITED : up)->set_latency(latency * 1e-9)->seal();
    }
};

struct Place {
    int above;
    Wire wire;
};

struct Flow {
    int from;
    int to;
    long start = 0;
    long bytes;
    double rate = -1;
    double end = 0;
};

std::vector<Place> links;
std::vector<Place> hosts;
std::vector<Flow> flows;

long bandwidth() {
    return draw(0, 2) == 0 ? 1'000'000 * draw(1, 20) : draw(500'000, 200'000'000);
}

Wire wire(int unlimited_of_6) {
    Wire wire;
    if (draw(0, 6) >= unlimited_of_6) {
        wire.down = bandwidth();
        wire.shared = draw(0, 3) == 0;
        wire.up = wire.shared || draw(0, 2) == 0 ? wire.down : bandwidth();
    }
    return wire;
}

int depth(int link) {
    return links[link].above < 0 ? 0 : 1 + depth(links[link].above);
}

std::vector<const sg4::Link *> route(int from, int to) {
    std::vector<const sg4::Link *> way{hosts[from].wire.upwards};
    std::vector<const sg4::Link *> back{hosts[to].wire.downwards};
    int a = hosts[from].above;
    int b = hosts[to].above;
    auto medium = [](int link) { return links[link].wire.shared ? links[link].wire.downwards : nullptr; };
    auto passes = [](int link, bool up) {
        const Wire &wire = links[link].wire;
        return wire.shared ? nullptr : up ? wire.upwards : wire.downwards;
    };
    way.push_back(medium(a));
    if (a != b) {
        back.push_back(medium(b));
    }
    while (a != b) {
        bool climbs = depth(a) >= depth(b);
        int &at = climbs ? a : b;
        auto &side = climbs ? way : back;
        side.push_back(passes(at, climbs));
        at = links[at].above;
        if (a != b) {  // where both sides meet, the other side has the medium
            side.push_back(medium(at));
        }
    }
    way.insert(way.end(), back.rbegin(), back.rend());
    std::vector<const sg4::Link *> limited;
    for (const sg4::Link *link : way) {
        if (link != nullptr) {
            limited.push_back(link);
        }
    }
    return limited;
}

void tree() {
    long count = draw(1, 8);
    long reach = draw(1, count + 1);
    for (long link = 0; link < count; link++) {
        links.push_back({link == 0 ? -1 : static_cast<int>(draw(std::max(0L, link - reach), link)), wire(link == 0 ? 3 : 1)});
    }
    for (long left = draw(3, 9); left > 0; left--) {
        hosts.push_back({static_cast<int>(draw(0, count)), wire(3)});
    }
}

void any_flows(bool later) {
    for (long left = draw(2, 11); left > 0; left--) {
        int from = static_cast<int>(draw(0, static_cast<long>(hosts.size())));
        int to = static_cast<int>(draw(0, static_cast<long>(hosts.size())));
        long start = later && draw(0, 3) > 0 ? 1'000 * draw(10'000, 800'000) : 0;
        if (from != to) {
            flows.push_back({from, to, start, draw(1, 21) * 1'000'000});
        }
    }
}

// Hosts on a network without limits: a case in which SimGrid models what TCP does, and Sluice does not.
void star(std::vector<Wire> ports) {
    links.push_back({-1, {}});
    for (const Wire &port : ports) {
        hosts.push_back({0, port});
    }
}

void draw_case(const std::string &kind) {
    if (kind == "any" || kind == "later" || kind == "latency") {
        tree();
        any_flows(kind != "any");
        if (kind == "latency") {
            for (Place &host : hosts) {
                host.wire.latency = 1'500'000;
            }
        }
    } else if (kind == "gather" || kind == "scatter") {
        tree();
        hosts[0].wire.down = hosts[0].wire.up = bandwidth();
        long bytes = draw(1, 21) * 1'000'000;
        for (int host = 1; host < static_cast<int>(hosts.size()); host++) {
            flows.push_back(kind == "gather" ? Flow{host, 0, 0, bytes} : Flow{0, host, 0, bytes});
        }
    } else if (kind == "round-trips") {
        star({{10'000'000, 10'000'000}, {0, 0, false, 1'000'000}, {0, 0, false, 10'000'000}});
        flows = {{1, 0, 0, 10'000'000}, {2, 0, 0, 10'000'000}};
    } else if (kind == "acknowledgements") {
        star({{10'000'000, 10'000'000}, {}});
        flows = {{1, 0, 0, 10'000'000}, {0, 1, 0, 10'000'000}};
    } else if (kind == "window") {
        star({{100'000'000, 100'000'000, false, 50'000'000}, {}});
        flows = {{1, 0, 0, 20'000'000}};
    } else {
        std::fprintf(stderr, "flows: %s (expected: a kind of cases)\n", kind.c_str());
        std::exit(64);
    }
}

void print(const std::string &kind, const char *seed) {
    std::string line = kind + " " + seed + " |";
    for (const Place &link : links) {
        line += " " + std::to_string(link.above) + ":" + link.wire.text();
    }
    line += " |";
    for (const Place &host : hosts) {
        line += " " + std::to_string(host.above) + ":" + host.wire.text();
    }
    line += " |";
    for (const Flow &flow : flows) {
        char numbers[80];
        if (flow.start == 0) {
            std::snprintf(numbers, sizeof numbers, "%.10g:%.10g", flow.rate, flow.end);
        } else {
            std::snprintf(numbers, sizeof numbers, "-:%.10g", flow.end);
        }
        line += " " + std::to_string(flow.from) + ">" + std::to_string(flow.to) + ":" + std::to_string(flow.start) + ":"
                + std::to_string(flow.bytes) + ":" + numbers;
    }
    std::puts(line.c_str());
}

void run(Flow &flow, double latency) {
    sg4::Engine *engine = sg4::Engine::get_instance();
    auto host = [engine](int number) { return engine->host_by_name("h" + std::to_string(number)); };
    sg4::this_actor::sleep_until(flow.start * 1e-9);
    sg4::CommPtr transfer = sg4::Comm::sendto_async(host(flow.from), host(flow.to), static_cast<uint64_t>(flow.bytes));
    if (flow.start == 0) {
        sg4::this_actor::sleep_for(latency + MILLISECOND);
        flow.rate = (static_cast<double>(flow.bytes) - transfer->get_remaining()) / MILLISECOND;
    }
    transfer->wait();
    flow.end = sg4::Engine::get_clock();
}

}  // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "flows: %d arguments (expected: KIND SEED)\n", argc - 1);
        return 64;
    }
    std::string kind = argv[1];
    chance.seed(static_cast<unsigned long>(std::atol(argv[2])) * 1'000 + kind[0]);
    std::vector<std::string> words{
        argv[0],
        "--log=root.thresh:warning",
        "--cfg=network/model:CM02",
        "--cfg=network/weight-S:0",
        "--cfg=network/bandwidth-factor:1",
        "--cfg=network/latency-factor:1",
        std::string("--cfg=network/TCP-gamma:") + (kind == "window" ? "4194304" : "0"),
        std::string("--cfg=network/crosstraffic:") + (kind == "acknowledgements" ? "yes" : "no"),
        // With the default, Lazy, SimGrid 3.32 ends some flows at once whose latencies end together (latency 10).
        "--cfg=network/optim:Full",
        "--cfg=surf/precision:1e-9",
        "--cfg=maxmin/precision:1e-9"};
    std::vector<char *> arguments;
    for (std::string &word : words) {
        arguments.push_back(word.data());
    }
    int count = static_cast<int>(arguments.size());
    sg4::Engine engine(&count, arguments.data());
    draw_case(kind);
    sg4::NetZone *zone = sg4::create_full_zone("world");
    for (std::size_t i = 0; i < links.size(); i++) {
        links[i].wire.make(zone, "l" + std::to_string(i));
    }
    std::vector<sg4::Host *> made;
    for (std::size_t i = 0; i < hosts.size(); i++) {
        hosts[i].wire.make(zone, "p" + std::to_string(i));
        made.push_back(zone->create_host("h" + std::to_string(i), 1e9)->seal());
    }
    std::erase_if(flows, [](const Flow &flow) {
        auto way = route(flow.from, flow.to);
        return std::none_of(way.begin(), way.end(), [](const sg4::Link *link) { return link->get_bandwidth() < UNLIMITED; });
    });
    for (int from = 0; from < static_cast<int>(hosts.size()); from++) {
        for (int to = 0; to < static_cast<int>(hosts.size()); to++) {
            std::vector<sg4::LinkInRoute> way;
            for (const sg4::Link *link : route(from, to)) {
                way.emplace_back(link);
            }
            if (from != to && !way.empty()) {
                zone->add_route(made[from]->get_netpoint(), made[to]->get_netpoint(), nullptr, nullptr, way, false);
            }
        }
    }
    zone->seal();
    for (Flow &flow : flows) {
        double latency = 0;
        for (const sg4::Link *link : route(flow.from, flow.to)) {
            latency += link->get_latency();
        }
        sg4::Actor::create("flow", made[0], [&flow, latency] { run(flow, latency); });
    }
    engine.run();
    if (!flows.empty()) {
        print(kind, argv[2]);
    }
    return 0;
}
