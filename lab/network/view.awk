# Reads a network view (lab/docs/network.md, "The file") and prints it as a table for the shell, one line for each link and host:
#
#   link NAME PARENT DUPLEX UP DOWN BUFFER LATENCY
#   host NAME LINK ADDRESS UP DOWN BUFFER TCP CPU
#
# UP and DOWN are in bit/s, BUFFER in bytes, LATENCY in microseconds one way, CPU in thousandths of a processor. '-' stands for an
# absent value. A link comes after its parent. The input is a subset of YAML: lists of mappings, in braces on one line or with one
# field per line, and comments. Other input is an error with file and line, and the exit code is 2.

BEGIN {
    fields["links"] = "name parent duplex rate rate-up rate-down buffer latency"
    fields["hosts"] = "name link address rate rate-up rate-down buffer tcp cpu slots"
    relay_frames = 4096 # capacity of Relay.java in each direction
    links = hosts = items = 0
    section = ""
    title = ""
}

function fail(line, text) {
    printf "%s:%d: %s\n", FILENAME, line, text > "/dev/stderr"
    failed = 1
    exit 2
}

function trim(text) {
    sub(/^ +/, "", text)
    sub(/ +$/, "", text)
    return text
}

function without_comment(text, at) {
    if (text ~ /^ *#/) return ""
    at = match(text, / #/)
    return at ? substr(text, 1, at - 1) : text
}

function unquoted(text) {
    if (text ~ /^".*"$/ || text ~ /^'.*'$/) return substr(text, 2, length(text) - 2)
    return text
}

function known(word, words) {
    return index(" " words " ", " " word " ") > 0
}

function listed(words) {
    gsub(/ /, ", ", words)
    return words
}

# Stores one field of the current item.
function pair(text, at, key, value) {
    at = match(text, /: /)
    if (!at) fail(NR, "'" text "' (expected: FIELD: VALUE, with a space behind the colon)")
    key = trim(substr(text, 1, at - 1))
    value = unquoted(trim(substr(text, at + 2)))
    if (!known(key, fields[section]))
        fail(NR, "field '" key "' (expected in " section ": " listed(fields[section]) ")")
    if ((items, key) in given) fail(NR, "field '" key "' for the second time in one item; remove one")
    if (value == "") fail(NR, "field '" key "' without a value; give one, or leave the field out")
    given[items, key] = value
}

function begin_item() {
    if (section != "links" && section != "hosts")
        fail(NR, "a list outside 'links:' and 'hosts:' (expected: one of them above it)")
    items++
    kind[items] = section
    line_of[items] = NR
}

function flow(text, i, count, parts) {
    if (text !~ /^\{.*\}$/) fail(NR, "'" text "' (expected: a mapping that ends with '}' on the same line)")
    text = substr(text, 2, length(text) - 2)
    if (text ~ /[][{}]/) fail(NR, "braces or brackets inside a mapping (expected: FIELD: VALUE, FIELD: VALUE, …)")
    count = split(text, parts, ",")
    for (i = 1; i <= count; i++) pair(trim(parts[i]))
}

/\t/ { fail(NR, "a tab (expected: spaces, as YAML asks for)") }

{
    text = without_comment($0)
    sub(/\r$/, "", text)
    if (text ~ /^ *$/ || text == "---") next
    indent = match(text, /[^ ]/) - 1
    body = trim(text)
    if (body ~ /^- /) {
        begin_item()
        body = substr(body, 3)
        field_indent = indent + 2 + match(body, /[^ ]/) - 1
        body = trim(body)
        block = body !~ /^\{/
        if (block) pair(body)
        else flow(body)
    } else if (indent > 0) {
        if (!items || !block || indent != field_indent)
            fail(NR, "'" body "' (expected: an item '- …', or a field below the first one of its item)")
        pair(body)
    } else if (body == "links:" || body == "hosts:") {
        section = substr(body, 1, 5)
        if (section in seen) fail(NR, "'" section ":' for the second time; put all of them under one")
        seen[section] = 1
        block = 0
    } else if (body ~ /^name: /) {
        if (title != "") fail(NR, "'name:' for the second time; remove one")
        title = name_of(trim(substr(body, 7)), NR)
    } else {
        fail(NR, "'" body "' (expected: name: NAME, links: or hosts:)")
    }
}

function name_of(text, line) {
    if (text !~ /^[a-z][a-z0-9-]*$/ || length(text) > 10)
        fail(line, "name '" text "' (expected: a lower-case letter, then letters, digits and '-', at most 10 in all)")
    return text
}

function get(item, key) {
    return (item, key) in given ? given[item, key] : "-"
}

function need(item, key, what) {
    if (get(item, key) == "-") fail(line_of[item], what " without '" key ":'; add it")
    return get(item, key)
}

function number_of(text) {
    return text ~ /^[0-9]+(\.[0-9]+)?$/
}

# Converts 'VALUE UNIT' to the unit whose factor is 1; units is "unit factor unit factor …".
function quantity(item, key, units, least, most, text, parts, i, count, unit, names) {
    text = get(item, key)
    if (text == "-") return "-"
    count = split(units, unit, " ")
    split(text, parts, " ")
    for (i = 1; i < count; i += 2) {
        names = names (i > 1 ? ", " : "") unit[i]
        if (number_of(parts[1]) && text == parts[1] " " unit[i]) {
            if (parts[1] * unit[i + 1] < least || parts[1] * unit[i + 1] > most)
                fail(line_of[item], key ": " text " is out of range (expected: " least " to " most " " unit[1] ")")
            return sprintf("%.0f", parts[1] * unit[i + 1])
        }
    }
    fail(line_of[item], key ": '" text "' (expected: a number, a space, and one of " names ")")
}

function rate(item, direction, both, one, units) {
    units = "bit/s 1 kbit/s 1000 Mbit/s 1000000 Gbit/s 1000000000"
    both = quantity(item, "rate", units, 10000, 10000000000)
    one = quantity(item, "rate-" direction, units, 10000, 10000000000)
    if (both != "-" && one != "-")
        fail(line_of[item], "both 'rate' and 'rate-" direction "' (expected: 'rate', or 'rate-up' and 'rate-down')")
    return one == "-" ? both : one
}

function buffer(item) {
    return quantity(item, "buffer", "B 1 KiB 1024 MiB 1048576", 3028, 67108864)
}

function link(item, name, parent, duplex, up, down, latency, faster) {
    name = name_of(need(item, "name", "a link"), line_of[item])
    if (name in taken) fail(line_of[item], "name '" name "', which line " taken[name] " has too; choose another")
    taken[name] = line_of[item]
    parent = get(item, "parent")
    if (parent != "-" && !(parent in link_known))
        fail(line_of[item], "parent '" parent "' (expected: a link named above this one)")
    if (parent == "-" && links++)
        fail(line_of[item], "a second link without 'parent:' (expected: one, to which all others lead)")
    link_known[name] = 1
    duplex = get(item, "duplex") == "-" ? "full" : get(item, "duplex")
    if (duplex != "full" && duplex != "half") fail(line_of[item], "duplex: '" duplex "' (expected: full, half)")
    up = rate(item, "up")
    down = rate(item, "down")
    if (duplex == "half" && (up == "-" || up != down))
        fail(line_of[item], "a half-duplex link without one 'rate:' for both directions; add it")
    if (duplex == "full" && parent == "-" && up down buffer(item) != "---")
        fail(line_of[item], "a rate or buffer where no link leads up (expected: 'duplex: half', or limits at the hosts)")
    latency = quantity(item, "latency", "us 1 ms 1000 s 1000000", 100, 1000000)
    if (latency != "-" && parent == "-") fail(line_of[item], "latency where no link leads up (expected: a 'parent:')")
    if (latency != "-" && (up == "-" || down == "-"))
        fail(line_of[item], "latency without a rate (expected: both, as what is under way must fit into the relay)")
    faster = (up + 0 > down + 0) ? up : down
    if (latency != "-" && faster / 8e6 * latency > relay_frames * 1500)
        fail(line_of[item], "rate times latency is more than the relay holds (expected: at most " relay_frames " frames of 1500 bytes)")
    print "link", name, parent, duplex, up, down, buffer(item), latency
}

function address_of(item, text, parts, i, ok) {
    text = need(item, "address", "a host")
    ok = split(text, parts, ".") == 4
    for (i = 1; i <= 4; i++) ok = ok && parts[i] ~ /^[0-9][0-9]*$/ && parts[i] < 256
    ok = ok && parts[4] > 0 && parts[4] < 255
    if (!ok) fail(line_of[item], "address: '" text "' (expected: an IPv4 address of a host, such as 10.99.0.1)")
    if (net == "") net = parts[1] "." parts[2]
    if (net != parts[1] "." parts[2])
        fail(line_of[item], "address: " text " (expected: " net ".x.y, as all hosts are in one network of 16 bits)")
    if (text in used) fail(line_of[item], "address: " text ", which line " used[text] " has too; choose another")
    used[text] = line_of[item]
    return text
}

function host(item, name, on, tcp, cpu) {
    name = name_of(need(item, "name", "a host"), line_of[item])
    if (name in taken) fail(line_of[item], "name '" name "', which line " taken[name] " has too; choose another")
    taken[name] = line_of[item]
    on = need(item, "link", "a host")
    if (!(on in link_known)) fail(line_of[item], "link: '" on "' (expected: the name of a link)")
    tcp = get(item, "tcp")
    if (tcp !~ /^[a-z0-9_-]+$/) fail(line_of[item], "tcp: '" tcp "' (expected: a flavour that this machine has, such as reno)")
    cpu = get(item, "cpu")
    if (cpu != "-") {
        if (!number_of(cpu) || cpu < 0.01 || cpu > 1024)
            fail(line_of[item], "cpu: '" cpu "' (expected: processors that the host may use, 0.01 to 1024)")
        cpu = sprintf("%.0f", cpu * 1000)
    }
    print "host", name, on, address_of(item), rate(item, "up"), rate(item, "down"), buffer(item), tcp, cpu
    hosts++
}

END {
    if (failed) exit 2
    if (title == "") fail(NR, "no 'name:'; add 'name: NAME'")
    print "name", title
    for (item = 1; item <= items; item++) if (kind[item] == "links") link(item)
    for (item = 1; item <= items; item++) if (kind[item] == "hosts") host(item)
    if (!links) fail(NR, "no links (expected: 'links:' with at least one)")
    if (!hosts) fail(NR, "no hosts (expected: 'hosts:' with at least one)")
}
