# shellcheck shell=bash
# shellcheck disable=SC2154 # state, id, here, self and inside come from lab
# Builds a lab from kernel features. Sourced by lab; uses its variables state, id, here, self and inside.
#
#   link           a bridge in the network namespace '.switch'
#   host           network, process, mount and UTS namespaces; eth0 is one end of a veth pair, and the other end, the port, has
#                  the host's name and belongs to the bridge
#   link, parent   a veth pair: NAME.up in the link's bridge and NAME.down in the parent's; a link with latency uses two VXLAN
#                  devices with these names, and Relay.java in the namespace '.relay' forwards their datagrams
#   rate, buffer   a token bucket (tc tbf) on the outgoing device; a half-duplex link has one device NAME.hub, to which all frames
#                  that enter the bridge are redirected
#   cut            a filter on the sender's port that redirects packets for the receiver to the device 'nowhere'

default_buffer=131072   # bytes; buffer of a switch's or router's port
sender_queue=1514000    # bytes; queue of a host's own interface: 1000 frames
cut_preference=100      # tc preference of cuts: this plus the receiver's number; lower than that of the hub
hub_preference=60000
vxlan_port=4789

names_of() { awk -v kind="$1" '$1 == kind { print $2 }' "$state/table"; }

number_of_host() { awk -v name="$1" '$1 == "host" { n++; if ($2 == name) print n }' "$state/table"; }

# Runs a command in the network namespace of a host, the switch or the relay. Works only inside the lab.
net() {
    nsenter --target "$(< "$state/pids/$1")" --net -- "${@:2}"
}

# ---- hosts ---------------------------------------------------------------------------------------

# hold NAME: starts the process that holds the namespaces of a host, the switch or the relay, and waits until they are ready.
hold() {
    local ready said=''
    exec {ready}< <(exec setsid unshare --net --uts --mount --pid --fork --kill-child --mount-proc -- "$self" --hold "$id" "$1" < /dev/null)
    printf '%s\n' "$!" > "$state/pids/$1"
    read -r -u "$ready" said || true
    exec {ready}<&-
    [[ $said == ready ]]
}

# Runs as the first process in the new namespaces. Devices, accounts, names, home and control groups belong to the host; all other
# files belong to the machine.
become_holder() {
    local name=$1
    readlink /proc/self/ns/pid >> "$state/pid-namespaces-of-hosts"
    printf '%s\n' "${name#.}" > /proc/sys/kernel/hostname
    # JVMs create a file here named after their process id. Ids of different hosts coincide, because each host counts from 1.
    mount -t tmpfs -o mode=755 hsperfdata /tmp/hsperfdata_root
    if [[ $name != .* ]]; then
        furnish
    fi
    mount --rbind /sys/fs/cgroup "$state/cgroup"
    mount -t sysfs sysfs /sys
    mount --rbind "$state/cgroup" /sys/fs/cgroup
    ip link set dev lo up
    if [[ -d /proc/sys/net/ipv6 ]]; then
        echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6
        echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6
    fi
    # TCP must not keep metrics, so that one connection does not influence the start of the next.
    echo 1 > /proc/sys/net/ipv4/tcp_no_metrics_save
    printf 'ready\n'
    exec > /dev/null
    # A waiting shell also reaps orphaned processes.
    sleep infinity &
    wait "$!"
}

build_host() {
    local name=$1 link=$2 address=$3 up=$4 down=$5 buffer=$6 tcp=$7 cpu=$8
    hold "$name"
    net .switch ip link add name "$name" type veth peer name eth0 netns "$(< "$state/pids/$name")"
    net "$name" ip address add "$address/16" dev eth0
    net "$name" ip link set dev eth0 up
    # Offloading is off, because a shaper cannot shape packets of 64 KiB. The host computes checksums, because VXLAN does not
    # fill them in.
    net "$name" ethtool -K eth0 tso off gso off gro off tx off > /dev/null
    net .switch ethtool -K "$name" gro off > /dev/null
    join "$name" "$link"
    shape "$name" eth0 "$up" "$sender_queue"
    shape .switch "$name" "$down" "$buffer"
    if [[ $tcp != - ]]; then
        set_flavour "$name" "$tcp"
    fi
    if [[ $cpu != - ]]; then
        share_processor "$name" "$cpu"
    fi
}

set_flavour() {
    local file=/proc/sys/net/ipv4/tcp_congestion_control
    net "$1" bash -c "echo $2 > $file" 2> /dev/null || stop 4 \
        "host $1: tcp: $2 cannot be had (expected: one of: $(< /proc/sys/net/ipv4/tcp_allowed_congestion_control)). Allow it on the machine: sysctl net.ipv4.tcp_allowed_congestion_control"
}

# ---- links ---------------------------------------------------------------------------------------

# join DEVICE LINK: makes a device of .switch a port of the link's bridge.
join() {
    net .switch ip link set dev "$1" master "$2" up
    net .switch tc qdisc add dev "$1" ingress
    if [[ -n ${hubs[$2]:-} ]]; then
        net .switch tc filter add dev "$1" parent ffff: pref "$hub_preference" protocol all \
            u32 match u32 0 0 action mirred egress redirect dev "$2.hub"
    fi
}

# shape NAMESPACE DEVICE RATE BUFFER: limits a device. The bucket holds 0.25 ms or two frames; a larger one would enlarge the buffer.
shape() {
    local part=$1 device=$2 rate=$3 buffer=$4 bucket
    [[ $rate != - ]] || return 0
    [[ $buffer != - ]] || buffer=$default_buffer
    bucket=$((rate / 32000 > 3028 ? rate / 32000 : 3028))
    net "$part" tc qdisc add dev "$device" root tbf rate "${rate}bit" burst "$bucket" limit "$buffer"
}

build_link() {
    local name=$1 parent=$2 duplex=$3 up=$4 down=$5 buffer=$6 latency=$7
    net .switch ip link add name "$name" type bridge stp_state 0 forward_delay 0 mcast_snooping 0
    net .switch ip link set dev "$name" up
    if [[ $duplex == half ]]; then
        hubs[$name]=yes
        net .switch ip link add name "$name.hub" type ifb
        net .switch ip link set dev "$name.hub" up
        shape .switch "$name.hub" "$up" "$buffer"
        up=- down=-
    fi
    [[ $parent != - ]] || return 0
    if [[ $latency == - ]]; then
        net .switch ip link add name "$name.up" type veth peer name "$name.down"
    else
        build_tunnel "$name" "$latency"
    fi
    net .switch ethtool -K "$name.up" gro off > /dev/null
    net .switch ethtool -K "$name.down" gro off > /dev/null
    join "$name.up" "$name"
    join "$name.down" "$parent"
    shape .switch "$name.up" "$up" "$buffer"
    shape .switch "$name.down" "$down" "$buffer"
}

build_tunnel() {
    local name=$1 latency=$2 vni=$((2 * ${#relayed[@]} + 2)) end
    if [[ ! -f $state/pids/.relay ]]; then
        hold .relay
        net .switch ip link add name relay type veth peer name relay netns "$(< "$state/pids/.relay")"
        net .switch ip address add 169.254.77.1/30 dev relay
        net .relay ip address add 169.254.77.2/30 dev relay
        net .switch ip link set dev relay mtu 1600 up
        net .relay ip link set dev relay mtu 1600 up
    fi
    relayed+=("$vni:$latency")
    for end in up down; do
        net .switch ip link add name "$name.$end" mtu 1500 type vxlan id "$vni" local 169.254.77.1 remote 169.254.77.2 \
            dstport "$vxlan_port" nolearning noudpcsum
        vni=$((vni + 1))
    done
}

start_relay() {
    local java=java ready said=''
    if [[ -n ${JAVA_HOME:-} ]]; then
        java=$JAVA_HOME/bin/java
    fi
    command -v "$java" > /dev/null || stop 4 "no Java, which the relay of a slow link needs (expected: a JDK, 17 or newer). Install it: apt-get install openjdk-17-jdk-headless"
    # The JVM's own warnings must not come before 'ready'.
    exec {ready}< <(net .relay setsid "$java" -Xlog:disable -Xlog:all=warning:stderr -XX:+UseSerialGC -Xmx64m -XX:TieredStopAtLevel=1 "$here/Relay.java" \
        "$vxlan_port" 169.254.77.2 "${relayed[@]}" < /dev/null)
    read -r -u "$ready" said || true
    exec {ready}<&-
    [[ $said == ready ]] || stop 5 "the relay of slow links did not start (expected: ready): ${said:-it ended at once}"
}

# ---- processors ----------------------------------------------------------------------------------

# The lab's control group for processors: version 1 where one is mounted, else version 2.
cpu_group() {
    awk -v id="$id" '
        $3 == "cgroup" && "," $4 "," ~ /,cpu,/ { one = $2 }
        $3 == "cgroup2" { two = $2 }
        END { print (one == "" ? two : one) "/sluice-lab-" id }' /proc/self/mounts
}

share_processor() {
    local host=$1 thousandths=$2 group root period=20000
    # The kernel refuses quotas below 1 ms.
    if ((thousandths < 50)); then
        period=100000
    fi
    group=$(cpu_group)
    root=$(dirname "$group")
    if [[ -f $root/cgroup.controllers ]]; then
        mkdir -p "$group"
        echo +cpu > "$root/cgroup.subtree_control" && echo +cpu > "$group/cgroup.subtree_control"
    fi 2> /dev/null || stop 4 "host $host: cpu: control groups do not share processors here (expected: the cpu controller). Leave 'cpu:' out."
    mkdir -p "$group/$host"
    if [[ -f $group/$host/cpu.max ]]; then
        echo "$((period * thousandths / 1000)) $period" > "$group/$host/cpu.max"
    elif [[ -f $group/$host/cpu.cfs_quota_us ]]; then
        echo "$period" > "$group/$host/cpu.cfs_period_us"
        echo "$((period * thousandths / 1000))" > "$group/$host/cpu.cfs_quota_us"
    else
        stop 4 "host $host: cpu: control groups do not share processors here (expected: CONFIG_CFS_BANDWIDTH). Leave 'cpu:' out."
    fi
}

# ---- all of it -----------------------------------------------------------------------------------

build() {
    local word a b c d e f g h
    local -A hubs=()
    local relayed=()
    {
        cat /etc/hosts
        awk '$1 == "host" { print $4, $2 }' "$state/table"
    } > "$state/hosts"
    write_accounts
    if find_sshd; then
        write_keys
    fi
    mkdir -p /tmp/hsperfdata_root
    mount -t tmpfs -o mode=755 hsperfdata /tmp/hsperfdata_root
    hold .switch
    net .switch ip link add name nowhere type veth peer name nowhere-end
    net .switch ip link set dev nowhere up
    net .switch ip link set dev nowhere-end up
    while read -r -u 7 word a b c d e f g h; do
        case $word in
            link) build_link "$a" "$b" "$c" "$d" "$e" "$f" "$g" ;;
            host) build_host "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h" ;;
        esac
    done 7< "$state/table"
    if [[ ${#relayed[@]} -gt 0 ]]; then
        start_relay
    fi
    start_all_sshd
}

# ---- cuts and counters; 'inside' enters .switch ----------------------------------------------

cut_pair() {
    local address
    address=$(awk -v name="$2" '$1 == "host" && $2 == name { print $4 }' "$state/table")
    heal_pair "$1" "$2"
    "${inside[@]}" tc filter add dev "$1" parent ffff: pref $((cut_preference + $(number_of_host "$2"))) protocol ip \
        u32 match ip dst "$address/32" action mirred egress redirect dev nowhere
}

heal_pair() {
    "${inside[@]}" tc filter del dev "$1" parent ffff: pref $((cut_preference + $(number_of_host "$2"))) protocol ip u32 2> /dev/null || true
}

# Prints the hosts to which packets from this host are cut.
cuts_from() {
    "${inside[@]}" tc filter show dev "$1" parent ffff: | awk -v table="$state/table" -v base="$cut_preference" -v last="$hub_preference" '
        BEGIN { while ((getline line < table) > 0) { split(line, word, " "); if (word[1] == "host") name[++n] = word[2] } }
        { for (i = 1; i < NF; i++) if ($i == "pref" && $(i + 1) > base && $(i + 1) < last && !seen[$(i + 1)]++) print name[$(i + 1) - base] }'
}

dropped_at() {
    "${inside[@]}" tc -s qdisc show dev "$1" root | awk '{ for (i = 1; i < NF; i++) if ($i == "(dropped") n += $(i + 1) } END { print n + 0 }'
}

# sent_by DEVICE: prints the number of bytes sent.
sent_by() {
    "${inside[@]}" cat "/sys/class/net/$1/statistics/tx_bytes"
}

dropped_on_link() {
    local device sum=0
    for device in "$1.up" "$1.down" "$1.hub"; do
        if "${inside[@]}" test -d "/sys/class/net/$device"; then
            sum=$((sum + $(dropped_at "$device")))
        fi
    done
    printf '%s\n' "$sum"
}
