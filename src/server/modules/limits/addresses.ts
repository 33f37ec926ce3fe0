import { lazy } from '@/server/config/lazy';

/** Loaded with the first address, because it also loads Node's streams. */
const net = lazy(() => process.getBuiltinModule('node:net'));

/** Loopback, private, and link-local addresses. */
const OWN_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];

const ownNetworks = lazy(() => listOf(OWN_NETWORKS));

function listOf(entries: readonly string[]) {
  const list = new (net().BlockList)();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = net().isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Returns a function that checks whether a connection comes from one of our proxies. Requests
 * without a socket (in tests) pass.
 *
 * @param from addresses and networks such as 10.0.0.0/8, or null for this machine and private
 *   networks
 */
export function proxyCheck(from: readonly string[] | null): (socket: string | null) => boolean {
  const list = lazy(() => (from ? listOf(from) : ownNetworks()));
  return (socket) => {
    if (socket === null) return true;
    const { plain, family } = plainAddress(socket);
    return family !== null && list().check(plain, family);
  };
}

/**
 * Returns the caller's IP address. Each of our `trusted` proxies appends its own caller to
 * X-Forwarded-For, so the real caller is that many entries from the end. Earlier entries can be
 * forged. Without proxies, it's the socket's address.
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
  return caller !== undefined && net().isIP(caller) !== 0 ? caller : socket;
}

/** True if an address belongs to this machine or its own network. False if it's unknown. */
export function isFromOwnNetwork(address: string | null): boolean {
  return address !== null && bucketOf(address).isOwnNetwork;
}

/**
 * Returns the text that an address is counted under: an IPv4 address, or an IPv6 user's /64
 * network.
 */
export function bucketOf(address: string): { text: string; isOwnNetwork: boolean } {
  const { plain, family } = plainAddress(address);
  if (family === null) return { text: 'unknown', isOwnNetwork: false };
  const text = family === 'ipv4' ? plain : firstFourGroups(plain);
  return { text, isOwnNetwork: ownNetworks().check(plain, family) };
}

/** Removes an address's zone, and the IPv6 prefix of an IPv4 address. */
function plainAddress(address: string): { plain: string; family: 'ipv4' | 'ipv6' | null } {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  const family = ({ 4: 'ipv4', 6: 'ipv6' } as const)[net().isIP(plain)] ?? null;
  return { plain, family };
}

function firstFourGroups(ipv6: string): string {
  // The URL parser converts every spelling of an address to the same one.
  const [, written = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${ipv6}]`).hostname) ?? [];
  const [head = '', tail] = written.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
