import type { BlockList } from 'node:net';

/** Loaded when first needed: with its streams it would be 10 ms of a server's start. */
let loaded: typeof import('node:net') | null = null;
const net = () => {
  loaded ??= process.getBuiltinModule('node:net');
  return loaded;
};
const isIP = (text: string) => net().isIP(text);

let ownNetworks: BlockList | null = null;

/** Loopback, private and link-local addresses. */
function isOwn(address: string, family: 'ipv4' | 'ipv6'): boolean {
  ownNetworks ??= listOfOwnNetworks();
  return ownNetworks.check(address, family);
}

function listOfOwnNetworks(): BlockList {
  const list = new (net().BlockList)();
  for (const [network, bits] of [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
  ] as const) {
    list.addSubnet(network, bits, 'ipv4');
  }
  list.addAddress('::1', 'ipv6');
  list.addSubnet('fc00::', 7, 'ipv6');
  list.addSubnet('fe80::', 10, 'ipv6');
  return list;
}

/**
 * The address of the caller. With `trusted` proxies before us, each of which adds the address it was
 * called from, the caller is that many entries from the end of X-Forwarded-For; what stands before it
 * was written by the caller and counts for nothing. Without proxies the socket's own address counts.
 */
export function callerAddress(
  socket: string | null,
  forwardedFor: string | null,
  trusted: number,
): string | null {
  if (trusted === 0) return socket;
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) =>
      hop
        .trim()
        .replace(/^\[(.*)\](:\d+)?$/, '$1')
        .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1'),
    )
    .filter((hop) => hop !== '');
  const caller = hops.at(-trusted) ?? hops[0];
  return caller !== undefined && isIP(caller) !== 0 ? caller : socket;
}

/** Whether a call comes from this machine or its own network; no when nobody knows. */
export function isFromOwnNetwork(address: string | null): boolean {
  return address !== null && bucketOf(address).isOwnNetwork;
}

/** What is counted as one address: an IPv4 address, or the /64 network that one IPv6 user gets. */
export function bucketOf(address: string): { text: string; isOwnNetwork: boolean } {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 0) return { text: 'unknown', isOwnNetwork: false };
  if (version === 4) return { text: plain, isOwnNetwork: isOwn(plain, 'ipv4') };
  return { text: firstFourGroups(plain), isOwnNetwork: isOwn(plain, 'ipv6') };
}

function firstFourGroups(ipv6: string): string {
  // The URL parser writes every form of an address in one way.
  const [, written = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${ipv6}]`).hostname) ?? [];
  const [head = '', tail] = written.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
