/** The variable by which glibc limits its arenas. */
const ARENAS = 'MALLOC_ARENA_MAX';

/**
 * Limits the arenas of the allocator, for this process and all that it starts: pools from which threads take memory. By
 * default there are eight for each processor, and each keeps for itself what it has once used. The allocator reads the
 * variable once, so this process is replaced by itself: with the same id, arguments and standard streams. One that only
 * supervises others needs no limit of its own, and starts its first worker a runtime's start earlier.
 */
export function limitArenas(onlySupervises = false) {
  if (process.platform !== 'linux' || process.env[ARENAS] !== undefined) return;
  process.env[ARENAS] = '2';
  if (!onlySupervises) replaceThis();
}

function replaceThis() {
  // The runtime closes all other descriptors, such as a socket of systemd or a channel to the parent.
  if (!process.execve || process.env.LISTEN_FDS !== undefined || process.channel) return;
  try {
    process.execve(process.execPath, [process.argv0, ...process.execArgv, ...process.argv.slice(1)]);
  } catch {
    // The processes that this one starts have the variable all the same.
  }
}
