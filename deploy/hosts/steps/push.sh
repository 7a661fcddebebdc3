# shellcheck shell=sh
# Receives sluice-worker.jar unless this host has it. It is stored under the hash of its content.
# The sender sends the jar on standard input only after this script has printed 'jar wanted'.
#   jar_sha256, jar_bytes   hash and size of the jar

# shellcheck disable=SC2154 # the sender sets the variables, lib.sh has the functions

jar=$home/workers/$jar_sha256/sluice-worker.jar
get jar "$jar_sha256" "$jar_bytes" "$jar"
