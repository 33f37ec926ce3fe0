import type { AppointmentRow } from '@/db/schema';
import { linkEnd } from '@/domain/appointment/delivery-link';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import type { VisitorLink } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { PROOF_SECONDS } from '../auth/cookies';
import { hashToken, isSigned, secretsOf, shortToken, sign } from '../auth/tokens';
import { findAppointment, findByLink } from './appointments.repository';

/** What the browser or program that booked keeps: more than a link, and never sent in a message. */
const KEY = 'appointment-key';
/** What a browser keeps once the last digits of the phone number were right. */
const PROOF = 'appointment-phone';

type Signing = Pick<Deps, 'settings'>;
export type Linked = Pick<AppointmentRow, 'id' | 'linkVersion'>;

/** The first link of an appointment has no number, as those that were sent before links had one. */
const textOf = ({ id, linkVersion }: Linked) => (linkVersion === 0 ? id : `${id}.${linkVersion}`);

/** The same with the hash of the link, which names the secret that the link is made with. */
type WithLink = Linked & Pick<AppointmentRow, 'linkHash'>;

const tokenMadeWith = (secret: string, appointment: Linked): string =>
  shortToken(secret, 'delivery-link', textOf(appointment));

/** The token of an appointment's link. A link made with a former secret stays as it was sent. */
function linkToken({ settings }: Signing, appointment: WithLink): string {
  const { linkHash } = appointment;
  const secret = secretsOf(settings).find((one) => linkHash?.startsWith(`${nameOf(one)}.`));
  return tokenMadeWith(secret ?? settings.appSecret, appointment);
}

/** The link to the delivery's own page, the same in every message until it is replaced. */
export const deliveryLink = (deps: Signing, appointment: WithLink): string =>
  `${deps.settings.appUrl}/d/${linkToken(deps, appointment)}`;

/** What every message about a delivery to its customer is told. */
export const deliveryFacts = (deps: Signing, appointment: AppointmentRow) => ({
  appointment,
  ownerLink: deliveryLink(deps, appointment),
});

/** Names a secret that links are made with, so that those of another secret are found. */
const nameOf = (secret: string): string => sign(secret, 'delivery-link-secret', '').slice(0, 8);

/** The names of the secrets whose links work. */
export const linkSecretNames = ({ settings }: Signing): readonly string[] =>
  secretsOf(settings).map(nameOf);

const hashOf = (secret: string, token: string) => `${nameOf(secret)}.${hashToken(token)}`;

/** The columns of an appointment's link. A new link may be tried anew. */
export const linkColumns = ({ settings: { appSecret } }: Signing, appointment: Linked) => ({
  linkVersion: appointment.linkVersion,
  linkHash: hashOf(appSecret, tokenMadeWith(appSecret, appointment)),
  linkTries: 0,
});

/** The columns of the link that takes the place of an appointment's present one. */
export const nextLink = (deps: Signing, { id, linkVersion }: Linked) =>
  linkColumns(deps, { id, linkVersion: linkVersion + 1 });

/** The guest's key to one appointment: its id, the number of the link, and our signature. */
export function issueKey({ settings }: Signing, appointment: Linked): string {
  const text = textOf(appointment);
  return `${text}.${sign(settings.appSecret, KEY, text)}`;
}

const isSame = (read: Linked | null, { id, linkVersion }: Linked) =>
  read?.id === id && read.linkVersion === linkVersion;

/** The key that a token is by its signature; null for any other text. */
export function signedKeyOf({ settings }: Signing, token: string): VisitorKey | null {
  const [, id, number, signature] =
    /^([^.]{1,64})(?:\.(\d{1,6}))?\.([\w-]{20,60})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const read = { id, linkVersion: Number(number ?? 0) };
  return isSigned(settings, KEY, textOf(read), signature) ? visitorKey(read, 'key') : null;
}

/** A key or a link to an appointment as a browser holds it. */
export const visitorKey = ({ id, linkVersion }: Linked, kind: VisitorKey['kind']): VisitorKey => ({
  ...{ appointmentId: id, linkVersion, kind, isDormant: false },
});

/** Whether a key or link is one of the appointment as it is now. */
export const fits = ({ appointmentId, linkVersion }: VisitorKey, row: Linked): boolean =>
  isSame({ id: appointmentId, linkVersion }, row);

/** What a browser keeps for a short while, for one appointment, once its phone is proven. */
export function issueProof(deps: Deps, appointment: Linked): string {
  const until = deps.clock.now() + PROOF_SECONDS * 1000;
  const text = `${textOf(appointment)}.${until}`;
  return `${until}.${sign(deps.settings.appSecret, PROOF, text)}`;
}

function isProof(deps: Deps, proof: string | null, appointment: Linked): boolean {
  const [, until, signature] = /^(\d{1,16})\.([\w-]{20,60})$/.exec(proof ?? '') ?? [];
  if (until === undefined || signature === undefined) return false;
  const text = `${textOf(appointment)}.${until}`;
  const isOurs = isSigned(deps.settings, PROOF, text, signature);
  return isOurs && deps.clock.now() < Number(until);
}

const IS_LINK = /^[0-9A-Za-z]{22}$/;

/** Whether a text has the form of a link's token. */
export const isLinkToken = (text: string): boolean => IS_LINK.test(text);

/** The hashes under which the link of a token may be stored, one for each secret; none if it's no link. */
export const linkHashesOf = ({ settings }: Signing, token: string): readonly string[] =>
  isLinkToken(token) ? secretsOf(settings).map((secret) => hashOf(secret, token)) : [];

/** Whether an appointment has the link of a token. An earlier release replaces links and keeps their hash. */
export const hasLink = (deps: Signing, row: WithLink, token: string): boolean =>
  linkToken(deps, row) === token;

/** The row that a token names, whether or not it still opens it. */
async function rowOf(deps: Deps, token: string): Promise<AppointmentRow | null> {
  const hashes = linkHashesOf(deps, token);
  if (hashes.length > 0) {
    const row = await findByLink(deps.db.orm, hashes);
    return row && hasLink(deps, row, token) ? row : null;
  }
  const key = signedKeyOf(deps, token);
  const row = key && (await findAppointment(deps.db.orm, key.appointmentId));
  return row && fits(key, row) ? row : null;
}

/** What a browser keeps of guests' deliveries. */
export type KeptTokens = {
  keys: readonly VisitorKey[];
  /** A link in the cookie that an earlier release set. */
  oldLink: string | null;
  /** The proof of an appointment's phone number. */
  proofOf(appointmentId: string): string | null;
};

/** An appointment that a caller may open with a link or a key, and what they may do with it. */
export type Opened = {
  row: AppointmentRow;
  whileSignedOut: VisitorLink;
  /** Null if only keys from before the sign-in open it. */
  whileSignedIn: VisitorLink | null;
};

/** Whether the links and keys of an appointment have ended, some time after the delivery. */
export function isOver(deps: Deps, row: AppointmentRow): boolean {
  const end = linkEnd(row, deps.settings.timeZone);
  return end !== null && deps.clock.now() >= end;
}

/**
 * An appointment with the rights that a browser's keys and proofs give, and the token of this call.
 *
 * @param kept what the browser keeps, of any appointment
 * @param token the link or key that the call sent; null if only the browser's own keys open it
 */
export function openedWith(
  deps: Deps,
  row: AppointmentRow,
  kept: KeptTokens,
  token: string | null,
): Opened {
  const own = kept.keys.filter((key) => fits(key, row));
  const isHold = row.holdExpiresAt !== null && !row.paymentMethodStored && row.userId === null;
  const awake = own.filter(
    // Someone who signs in while booking can still give up that hold.
    ({ isDormant, kind }) => !isDormant || (isHold && kind === 'key'),
  );
  const sent = token === null ? null : signedKeyOf(deps, token);
  const isProven = isProof(deps, kept.proofOf(row.id), row);
  const linkBy = (keys: readonly VisitorKey[]): VisitorLink => {
    const hasKey = sent?.kind === 'key' || keys.some(({ kind }) => kind === 'key');
    return { appointmentId: row.id, provenBy: hasKey ? 'key' : isProven ? 'phone' : null };
  };
  const opensSignedIn = token !== null || awake.length > 0;
  return { row, whileSignedOut: linkBy(own), whileSignedIn: opensSignedIn ? linkBy(awake) : null };
}

/**
 * The appointment that a token opens: one of a link or a key. Null for every other one, also for a link
 * that was replaced or has ended.
 */
export async function openedBy(
  deps: Deps,
  token: string,
  kept: KeptTokens,
): Promise<Opened | null> {
  const row = await rowOf(deps, token);
  return row && !isOver(deps, row) ? openedWith(deps, row, kept, token) : null;
}
