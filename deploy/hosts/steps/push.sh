# shellcheck shell=sh
# Gets sluice-worker.jar onto this host, under the hash of its content, unless it is there. Its bytes are to be sent on
# standard input when this says 'jar wanted', not before.
#   jar_sha256, jar_bytes   of the jar

# shellcheck disable=SC2154 # variables come before this text, functions from lib.sh

jar=$home/workers/$jar_sha256/sluice-worker.jar
get jar "$jar_sha256" "$jar_bytes" "$jar"
