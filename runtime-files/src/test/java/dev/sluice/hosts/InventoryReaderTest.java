package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inventories of Ansible. */
class InventoryReaderTest {
    private static List<HostSpec> read(String text) {
        HostList hosts = HostFile.parse("inventory", text, null);
        assertThat(hosts.kind()).isEqualTo(HostKind.ANSIBLE);
        return hosts.hosts();
    }

    private static List<String> shown(String text) {
        return read(text).stream()
                .map(host -> host.destination() + " " + host.port() + " " + host.slots())
                .toList();
    }

    @Test
    void shouldReadGroupsAndVariables() {
        assertThat(shown("""
                # by hand
                alone.example.com
                ; and in groups

                [web]
                web1 ansible_host=10.0.0.1 ansible_user=bob ansible_port=2222   # first
                web2 ansible_ssh_host='10.0.0.2' http_port=80 note="two words"
                [db]
                db1:5022
                web1
                [db:vars]
                ansible_user = dba
                sluice_slots=8
                """))
                .containsExactly("alone.example.com 0 0", "bob@10.0.0.1 2222 8", "10.0.0.2 0 0", "dba@db1 5022 8");
    }

    @Test
    void shouldLetTheNearestGroupHaveTheLastWord() {
        assertThat(shown("""
                [all:vars]
                ansible_user=anybody
                ansible_port=22
                [north:children]
                sites
                [sites]
                a
                b ansible_user=own
                [sites:vars]
                ansible_user=site
                [north:vars]
                ansible_user=north
                ansible_port=2200
                [others]
                c
                """)).containsExactly("site@a 2200 0", "own@b 2200 0", "anybody@c 22 0");
    }

    @Test
    void shouldExpandRanges() {
        assertThat(shown("[g]\nnode[08:11]\n")).containsExactly("node08 0 0", "node09 0 0", "node10 0 0", "node11 0 0");
        assertThat(shown("[g]\ndb-[a:c].x\n")).containsExactly("db-a.x 0 0", "db-b.x 0 0", "db-c.x 0 0");
        assertThat(shown("[g]\nn[0:8:4]-[1:2]:2222\n"))
                .containsExactly(
                        "n0-1 2222 0", "n0-2 2222 0", "n4-1 2222 0", "n4-2 2222 0", "n8-1 2222 0", "n8-2 2222 0");
        assertThat(shown("[g]\nn[1:3] ansible_user=u\nn2 ansible_user=v\n"))
                .containsExactly("u@n1 0 0", "v@n2 0 0", "u@n3 0 0");
    }

    @Test
    void shouldSayWhereAHostIs() {
        assertThat(read("[g]\n\nn[1:2]\n").get(1).origin()).isEqualTo("inventory:3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[g]`a`[g:var]|inventory:3: '[g:var]' (expected: [GROUP], [GROUP:vars] or [GROUP:children]; did you mean vars?)",
                "[web]`a`[wep:vars]`x=1|inventory:3: no group 'wep' (expected: a group that has a section [GROUP]; did you mean web?)",
                "[g:children]`k`[j]`a|inventory:2: no group 'k'",
                "[g]`a`[g:vars]`x|inventory:4: 'x' (expected: VARIABLE=VALUE)",
                "[g]`a b|inventory:2: 'b' (expected: VARIABLE=VALUE behind the host)",
                "[g]`a ansible_port=ssh|inventory:2: ansible_port: 'ssh' (expected: 1 to 65535)",
                "[g]`a ansible_host={{ip}}|inventory:2: ansible_host: '{{ip}}' (expected: the value itself",
                "[g]`a ansible_host=-x|inventory:2: '-x' (expected: a host, which does not begin with '-'",
                "[g]`-x|inventory:2: '-x' (expected: a host, which does not begin with '-'",
                "[g]`a[3:1]|inventory:2: '[3:1]' (expected: a range that goes up",
                "[g]`a[1:3:0]|inventory:2: '[1:3:0]' (expected: a range that goes up",
                "[g]`a[01:100]|inventory:2: '[01:100]' (expected: both ends of a range equally long",
                "[g]`a[a:F]|inventory:2: '[a:F]' (expected: letters that are both small or both capital)",
                "[g]`a[0:99999]|inventory:2: '[0:99999]': more than 65,536 hosts",
                "[g]`a[0:999]b[0:999]|inventory:2: 'a[0:999]b[0:999]': more than 65,536 hosts",
                "[a:children]`b`[b:children]`a`[c]`x|a circle of groups: ",
                "[g]`[g:vars]`ansible_user=x|inventory: no host in it",
                "[g]`a ansible_host=h`b ansible_host=h|inventory:3: h, which line 2 has too",
            })
    void shouldSayWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> HostFile.parse("inventory", text.replace('`', '\n'), null))
                .isInstanceOf(HostFileException.class)
                .hasMessageContaining(message);
    }
}
