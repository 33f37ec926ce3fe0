/** A software passkey for server tests. It signs like a browser's. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Encodable = number | string | Uint8Array | Map<number | string, Encodable>;

/** Encodes the subset of CBOR that a passkey uses. */
function cbor(value: Encodable): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Flags in the key's data: a person was present, and the key itself is included. */
const PRESENT = 0x01;
const WITH_KEY = 0x40;

type Where = { origin: string; rpId: string };

/** Creates a software authenticator with one passkey for a site. Default: the tests' site. */
export function newPasskey(
  where: Where = { origin: 'http://dockside.test', rpId: 'dockside.test' },
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let count = 0;

  const authData = (flags: number, extra: Uint8Array = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(where.rpId), Buffer.from([flags]), counter, extra]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: where.origin, crossOrigin: false }));
  const credential = { id: text(id), rawId: text(id), type: 'public-key' as const };

  return {
    id: credential.id,
    /** Resets the use counter to what a copy of the key would have. */
    forgetUses: () => {
      count = 0;
    },
    create({ challenge }: { challenge: string }) {
      const key = new Map<number, Encodable>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cbor(key),
      ]);
      const attestation = new Map<string, Encodable>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(PRESENT | WITH_KEY, attested)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    get({ challenge }: { challenge: string }) {
      count += 1;
      const data = authData(PRESENT);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      };
    },
  };
}
