import { lazy } from '@/server/config/lazy';

/** Loaded with the first address, because it brings the streams of Node with it. */
const net = lazy(() => process.getBuiltinModule('node:net'));

/** Loopback, private and link-local addresses. */
const ownNetworks = lazy(() => {
  const networks = new (net().BlockList)();
  for (const [network, bits] of [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
  ] as const) {
    networks.addSubnet(network, bits, 'ipv4');
  }
  networks.addAddress('::1', 'ipv6');
  networks.addSubnet('fc00::', 7, 'ipv6');
  networks.addSubnet('fe80::', 10, 'ipv6');
  return networks;
});

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
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  const version = net().isIP(plain);
  if (version === 0) return { text: 'unknown', isOwnNetwork: false };
  if (version === 4) return { text: plain, isOwnNetwork: ownNetworks().check(plain, 'ipv4') };
  return { text: firstFourGroups(plain), isOwnNetwork: ownNetworks().check(plain, 'ipv6') };
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
