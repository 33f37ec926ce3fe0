import { hostname } from 'node:os';

/** The owners made by this process; an earlier process may have had its number. */
const ours = new Set<string>();

/** A new name for this process as the owner of a lease: `host/process id/random`. */
export function newLeaseOwner(): string {
  const owner = `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
  ours.add(owner);
  return owner;
}

/** Whether an owner was a process of this machine that has ended: its lease is free at once. */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split('/');
  if (host !== hostname()) return false;
  // In a container every process is number 1: a foreign owner with our number came before us.
  if (Number(pid) === process.pid) return !ours.has(owner);
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH';
  }
}
