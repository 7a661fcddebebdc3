# shellcheck shell=bash
# shellcheck disable=SC2154 # state, id, here and inside come from lab
# Turns a network namespace into a host with ssh access (accounts, home, keys, sshd), and injects faults. Sourced by lab.
#
#   home           a tmpfs for each host at STATE/home, which is the home directory in the host's /etc/passwd
#   keys           one user key for all hosts and one key for each host, created for this lab only
#   sshd           configured by sshd.conf; listens at the host's address, in the host's namespaces and control group

ssh_port=22
fault_preference=10     # tc preference of the filter for no-callback; lower than those of cuts

# ---- all hosts ----------------------------------------------------------------

# Sets sshd to the absolute path of this machine's sshd, or of the one unpacked in this checkout. sshd requires an absolute path.
find_sshd() {
    sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) || sshd=$(readlink -f -- "$here/../../target/sshd/usr/sbin/sshd")
    [[ -x $sshd ]] && command -v ssh-keygen > /dev/null
}

# Writes the machine's accounts with two changes. Root gets the lab's home and can log in by key, and the user sshd is added if missing.
write_accounts() {
    awk -F : -v OFS=: -v home="$state/home" '
        $3 == 0 { $6 = home }
        $1 == "sshd" { found = 1 }
        { print }
        END { if (!found) print "sshd", "x", 65533, 65534, "", "/nonexistent", "/usr/sbin/nologin" }' /etc/passwd > "$state/passwd"
    (umask 077 && awk -F : '$3 == 0 { print $1 ":*:::::::" }' /etc/passwd > "$state/shadow")
    # Names are looked up in the hosts file only, so unknown names fail at once.
    awk '$1 != "hosts:" { print } END { print "hosts: files" }' /etc/nsswitch.conf > "$state/nsswitch.conf" || rm -f "$state/nsswitch.conf"
}

make_key() { ssh-keygen -q -t ed25519 -N '' -C "$1" -f "$state/ssh/$2" < /dev/null; }

write_keys() {
    local word name address
    mkdir "$state/ssh"
    printf '%s\n' "$sshd" > "$state/ssh/sshd"
    make_key "user@$id" user
    while read -r word name _ address _; do
        [[ $word == host ]] || continue
        make_key "$name.$id" "$name"
        printf '%s,%s %s\n' "$name" "$address" "$(< "$state/ssh/$name.pub")" >> "$state/ssh/known_hosts"
        printf 'Host %s\n    HostName %s\n' "$name" "$address" >> "$state/ssh/config"
    done < "$state/table"
    cat >> "$state/ssh/config" << CONFIG
Host *
    User root
    IdentityFile $state/ssh/user
    IdentitiesOnly yes
    UserKnownHostsFile $state/ssh/known_hosts
    StrictHostKeyChecking yes
CONFIG
}

# ---- one host ------------------------------------------------------------------------------------

# Runs in the host's namespaces: mounts the host's own accounts and names, and an empty home.
furnish() {
    local file
    for file in hosts passwd shadow nsswitch.conf; do
        if [[ -f $state/$file && -f /etc/$file ]]; then
            mount --bind "$state/$file" "/etc/$file"
        fi
    done
    mount -t tmpfs -o mode=700 home "$state/home"
    if [[ -d $state/ssh ]]; then
        mkdir -m 700 "$state/home/.ssh"
        cp "$state/ssh/config" "$state/home/.ssh/config"
        cp "$state/ssh/user.pub" "$state/home/.ssh/authorized_keys"
    fi
}

# take_share HOST PID: limits the process and its children to the host's processor share.
take_share() {
    local group
    group=$(cpu_group)/$1
    if [[ -d $group ]]; then
        echo "$2" > "$group/cgroup.procs"
    fi
}

# Starts sshd and returns before sshd listens. The fork is needed because only children enter a process namespace.
start_sshd() {
    local host=$1 address inside
    address=$(awk -v name="$host" '$1 == "host" && $2 == name { print $4 }' "$state/table")
    find_way "$host"
    (
        take_share "$host" "$BASHPID"
        exec "${inside[@]}" setsid --fork "$(< "$state/ssh/sshd")" -D -f "$here/sshd.conf" -E "$state/ssh/$host.log" -h "$state/ssh/$host" \
            -o "ListenAddress=$address:$ssh_port" -o "PidFile=$state/ssh/$host.pid" < /dev/null > /dev/null 2>&1
    )
}

# Waits for sshd's pid file, which sshd writes when it listens and removes when it ends.
await_sshd() {
    local deadline=$((SECONDS + 20))
    until [[ -s $state/ssh/$1.pid ]]; do
        ((SECONDS < deadline)) || stop 5 "host $1: sshd does not listen (expected: within 20 s): $(tail -n 1 "$state/ssh/$1.log" 2> /dev/null)"
        sleep 0.02
    done
}

start_all_sshd() {
    local host hosts
    [[ -d $state/ssh ]] || return 0
    mkdir -p /run/sshd
    mapfile -t hosts < <(names_of host)
    for host in "${hosts[@]}"; do
        start_sshd "$host"
    done
    for host in "${hosts[@]}"; do
        await_sshd "$host"
    done
}

need_sshd() {
    [[ -d $state/ssh ]] \
        || stop 4 "no sshd on the hosts of lab '$id' (expected: sshd and ssh-keygen on this machine when a lab is built). Install them: apt-get install openssh-server"
}

ssh_config() {
    choose_lab
    need_sshd
    printf '%s\n' "$state/ssh/config"
}

# ---- faults of a host ---------------------------------------------------------------

faults=(port-closed key-refused no-java no-callback)

fault() {
    [[ $# -eq 2 ]] || stop 2 "fault takes a host and what is wrong with it (expected: lab fault HOST WHAT)"
    local host=$1 what=$2 inside
    choose_lab
    need_host "$host"
    [[ " ${faults[*]} " == *" $what "* ]] || stop 2 "fault: '$what' (expected: one of: ${faults[*]})"
    if [[ ! -f $state/faults/$host.$what ]]; then
        find_way "$host"
        "begin_${what//-/_}" "$host" > "$state/faults/$host.$what.begun"
        mv "$state/faults/$host.$what.begun" "$state/faults/$host.$what"
    fi
}

heal_host() {
    local host=$1 what inside
    for what in "${faults[@]}"; do
        if [[ -f $state/faults/$host.$what ]]; then
            find_way "$host"
            "end_${what//-/_}" "$host" < "$state/faults/$host.$what"
            rm -f "$state/faults/$host.$what"
        fi
    done
}

# Refuses new connections. Existing ones stay open.
begin_port_closed() {
    need_sshd
    "${inside[@]}" unshare --fork kill "$(< "$state/ssh/$1.pid")"
    until [[ ! -e $state/ssh/$1.pid ]]; do
        sleep 0.02
    done
}

end_port_closed() {
    start_sshd "$1"
    await_sshd "$1"
}

begin_key_refused() {
    need_sshd
    "${inside[@]}" rm -f "$state/home/.ssh/authorized_keys"
}

end_key_refused() { "${inside[@]}" cp "$state/ssh/user.pub" "$state/home/.ssh/authorized_keys"; }

# Hides every Java on the path and in the usual directories. Prints what was hidden.
begin_no_java() {
    # shellcheck disable=SC2016 # the host expands it
    "${inside[@]}" bash -c '
        for java in $(type -ap java) ${JAVA_HOME:+"$JAVA_HOME/bin/java"} /usr/lib/jvm/*/bin/java /usr/java/*/bin/java /opt/*/bin/java; do
            java=$(readlink -e -- "$java") || continue
            case ${java%/bin/java} in
                "" | /usr | /usr/local) mount --bind /dev/null "$java" && printf "%s\n" "$java" ;;
                *) mount -t tmpfs -o mode=755 no-java "${java%/bin/java}" && printf "%s\n" "${java%/bin/java}" ;;
            esac
        done'
}

end_no_java() {
    local hidden
    while read -r hidden; do
        "${inside[@]}" umount "$hidden" < /dev/null
    done
}

# Acts as a firewall: others can connect to the host, but the host cannot connect to them.
begin_no_callback() {
    local inside
    find_way .switch
    "${inside[@]}" tc filter add dev "$1" parent ffff: pref "$fault_preference" protocol ip \
        u32 match ip protocol 6 0xff match u8 0x02 0x12 at 33 action mirred egress redirect dev nowhere
}

end_no_callback() {
    local inside
    find_way .switch
    "${inside[@]}" tc filter del dev "$1" parent ffff: pref "$fault_preference" protocol ip u32
}
