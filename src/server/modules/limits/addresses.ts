import { lazy } from '@/server/config/lazy';

/** Loaded with the first address, because it brings the streams of Node with it. */
const net = lazy(() => process.getBuiltinModule('node:net'));

/** Loopback, private and link-local addresses. */
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
 * Tells whether a connection comes from one of our proxies. A request without a socket (in a test) does.
 *
 * @param from addresses and networks such as 10.0.0.0/8; null for this machine and private networks
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
 * The IP address of the caller. Each of our `trusted` proxies adds its own caller to the end of
 * X-Forwarded-For, so the true caller stands that many entries from the end; entries before it may
 * be forged. Without proxies it is the address of the socket.
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

/** Whether an address is of this machine or its own network; false for an unknown address. */
export function isFromOwnNetwork(address: string | null): boolean {
  return address !== null && bucketOf(address).isOwnNetwork;
}

/** The text under which an address is counted: an IPv4 address, or the /64 network of one IPv6 user. */
export function bucketOf(address: string): { text: string; isOwnNetwork: boolean } {
  const { plain, family } = plainAddress(address);
  if (family === null) return { text: 'unknown', isOwnNetwork: false };
  const text = family === 'ipv4' ? plain : firstFourGroups(plain);
  return { text, isOwnNetwork: ownNetworks().check(plain, family) };
}

/** An address without its zone, and an IPv4 address without the form that IPv6 sockets give it. */
function plainAddress(address: string): { plain: string; family: 'ipv4' | 'ipv6' | null } {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  const family = ({ 4: 'ipv4', 6: 'ipv6' } as const)[net().isIP(plain)] ?? null;
  return { plain, family };
}

function firstFourGroups(ipv6: string): string {
  // The URL parser writes each address in one form.
  const [, written = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${ipv6}]`).hostname) ?? [];
  const [head = '', tail] = written.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
