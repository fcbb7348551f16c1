#!/bin/sh
# Runs a command with a folder as the root of its file system: enter.sh ROOT COMMAND. It is called within new namespaces
# of mounts and processes (unshare). BINDS has lines "FROM TO": folders that are shown there. CGROUPS=1 shows the control
# groups, which systemd needs.
set -e
root=$1
shift
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
[ -z "$CGROUPS" ] || mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
device() { mknod -m 666 "$root/dev/$1" c "$2" "$3"; }
device null 1 3
device zero 1 5
device full 1 7
device random 1 8
device urandom 1 9
device tty 5 0
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
for name in fd stdin stdout stderr; do
    case $name in
    fd) ln -s /proc/self/fd "$root/dev/fd" ;;
    stdin) ln -s /proc/self/fd/0 "$root/dev/stdin" ;;
    stdout) ln -s /proc/self/fd/1 "$root/dev/stdout" ;;
    stderr) ln -s /proc/self/fd/2 "$root/dev/stderr" ;;
    esac
done
printf '%s\n' "$BINDS" | while read -r from to; do
    [ -z "$from" ] || { mkdir -p "$root$to" && mount --bind "$from" "$root$to"; }
done
# Containers have the loopback, and any of their processes may use any port, as with Docker.
if [ -n "$LOOPBACK" ]; then
    ip link set lo up
    echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
fi
cd "$root"
mkdir -p .old
pivot_root . .old
umount -l /.old
rmdir /.old
exec "$@"
