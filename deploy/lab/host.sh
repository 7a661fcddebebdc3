# shellcheck shell=bash
# shellcheck disable=SC2154 # state, id, here and inside come from lab
# What makes a network namespace a host that people reach by ssh: accounts, a home, keys, sshd; and what may be wrong with one.
# Sourced by lab.
#
#   home           a tmpfs of the host's own at STATE/home, which is where its /etc/passwd says that the user lives
#   keys           one of the user for all hosts, one of each host; made for this lab, gone with it
#   sshd           as ssh.conf says, at the host's address, in its namespaces and control group

ssh_port=22
fault_preference=10     # filter of a host that cannot call, before those of cuts

# ---- all hosts: what is made once ----------------------------------------------------------------

# The sshd of this machine, or one that was unpacked in this checkout; by its whole name, which sshd wants.
find_sshd() {
    sshd=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v sshd) || sshd=$(readlink -f -- "$here/../../target/sshd/usr/sbin/sshd")
    [[ -x $sshd ]] && command -v ssh-keygen > /dev/null
}

# The machine's accounts, but for root, who lives in the lab and may come by key, and for the user that sshd gives its rights up to.
write_accounts() {
    awk -F : -v OFS=: -v home="$state/home" '
        $3 == 0 { $6 = home }
        $1 == "sshd" { found = 1 }
        { print }
        END { if (!found) print "sshd", "x", 65533, 65534, "", "/nonexistent", "/usr/sbin/nologin" }' /etc/passwd > "$state/passwd"
    (umask 077 && awk -F : '$3 == 0 { print $1 ":*:::::::" }' /etc/passwd > "$state/shadow")
    # Who is not in the hosts file is unknown at once: there is nobody to ask.
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

# In the host's namespaces: its own accounts and names in place of the machine's, and an empty home.
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

# take_share HOST PID: the process, and what it starts, have the host's share of the processors.
take_share() {
    local group
    group=$(cpu_group)/$1
    if [[ -d $group ]]; then
        echo "$2" > "$group/cgroup.procs"
    fi
}

# Returns before it listens. It is forked because a process that enters a namespace of processes is not in it, only its children are.
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

# It writes the file when it listens, and removes it when it ends.
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

# ---- what may be wrong with a host ---------------------------------------------------------------

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

# A connection is refused; those that there are stay.
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

# No Java is found, on the path or where Javas are wont to be. Prints what was hidden.
begin_no_java() {
    # shellcheck disable=SC2016 # expanded on the host
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

# A firewall, as it were: others can connect to the host, it to nobody.
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
