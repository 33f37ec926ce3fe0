import type { AppointmentRow } from '@/db/schema';
import { linkEnd } from '@/domain/appointment/delivery-link';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import { PHONE_PROOF_MS } from '@/domain/policy';
import type { VisitorLink } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { hashToken, isSigned, secretsOf, shortToken, sign } from '../auth/tokens';
import { findAppointment, findByLink } from './appointments.repository';

/**
 * Purpose of the key kept by the browser or program that booked. It allows more than a link, and no
 * message contains it.
 */
const KEY = 'appointment-key';
/** Purpose of the proof kept by a browser after the phone's last digits were right. */
const PROOF = 'appointment-phone';

type Signing = Pick<Deps, 'settings'>;
export type Linked = Pick<AppointmentRow, 'id' | 'linkVersion'>;

/** The first link has no number, like the links that were sent before links had numbers. */
const textOf = ({ id, linkVersion }: Linked) => (linkVersion === 0 ? id : `${id}.${linkVersion}`);

/** A link and its hash, which starts with the name of the secret that signed the link. */
type WithLink = Linked & Pick<AppointmentRow, 'linkHash'>;

const tokenMadeWith = (secret: string, appointment: Linked): string =>
  shortToken(secret, 'delivery-link', textOf(appointment));

/** Returns the token of an appointment's link. Links made with an earlier secret don't change. */
function linkToken({ settings }: Signing, appointment: WithLink): string {
  const { linkHash } = appointment;
  const secret = secretsOf(settings).find((one) => linkHash?.startsWith(`${nameOf(one)}.`));
  return tokenMadeWith(secret ?? settings.appSecret, appointment);
}

/** Returns the link to the delivery's page. It's the same in every message until it's replaced. */
export const deliveryLink = (deps: Signing, appointment: WithLink): string =>
  `${deps.settings.appUrl}/d/${linkToken(deps, appointment)}`;

/** The facts that every message to a delivery's customer needs. */
export const deliveryFacts = (deps: Signing, appointment: AppointmentRow) => ({
  appointment,
  ownerLink: deliveryLink(deps, appointment),
});

/** Names a secret, so that links made with other secrets can be found. */
const nameOf = (secret: string): string => sign(secret, 'delivery-link-secret', '').slice(0, 8);

/** Returns the names of the secrets whose links still work. */
export const linkSecretNames = ({ settings }: Signing): readonly string[] =>
  secretsOf(settings).map(nameOf);

const hashOf = (secret: string, token: string) => `${nameOf(secret)}.${hashToken(token)}`;

/** Returns the columns of an appointment's link. A new link resets the attempts. */
export const linkColumns = ({ settings: { appSecret } }: Signing, appointment: Linked) => ({
  linkVersion: appointment.linkVersion,
  linkHash: hashOf(appSecret, tokenMadeWith(appSecret, appointment)),
  linkTries: 0,
});

/** Returns the columns of the link that replaces the current one. */
export const nextLink = (deps: Signing, { id, linkVersion }: Linked) =>
  linkColumns(deps, { id, linkVersion: linkVersion + 1 });

/** Creates a guest's key to one appointment: its ID, the link number, and our signature. */
export function issueKey({ settings }: Signing, appointment: Linked): string {
  const text = textOf(appointment);
  return `${text}.${sign(settings.appSecret, KEY, text)}`;
}

const isSame = (read: Linked | null, { id, linkVersion }: Linked) =>
  read?.id === id && read.linkVersion === linkVersion;

/** Parses a token as a signed key. Returns null if it isn't one. */
export function signedKeyOf({ settings }: Signing, token: string): VisitorKey | null {
  const [, id, number, signature] =
    /^([^.]{1,64})(?:\.(\d{1,6}))?\.([\w-]{20,60})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const read = { id, linkVersion: Number(number ?? 0) };
  return isSigned(settings, KEY, textOf(read), signature) ? visitorKey(read, 'key') : null;
}

/** Returns a key or link as a browser stores it. */
export const visitorKey = ({ id, linkVersion }: Linked, kind: VisitorKey['kind']): VisitorKey => ({
  appointmentId: id,
  linkVersion,
  kind,
  isDormant: false,
});

/** True if a key or link matches the appointment's current link. */
export const fits = ({ appointmentId, linkVersion }: VisitorKey, row: Linked): boolean =>
  isSame({ id: appointmentId, linkVersion }, row);

/**
 * Creates the proof that a browser stores for a short time after the phone number of one
 * appointment was verified.
 */
export function issueProof(deps: Deps, appointment: Linked): string {
  const until = deps.clock.now() + PHONE_PROOF_MS;
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

/** True if a text has the form of a link's token. */
export const isLinkToken = (text: string): boolean => IS_LINK.test(text);

/**
 * Returns the hashes under which a link's token may be stored, one per secret. Empty if the text
 * isn't a link.
 */
export const linkHashesOf = ({ settings }: Signing, token: string): readonly string[] =>
  isLinkToken(token) ? secretsOf(settings).map((secret) => hashOf(secret, token)) : [];

/**
 * True if the token is the appointment's link. Earlier releases replaced links without changing
 * their hash, so the token itself is compared.
 */
export const hasLink = (deps: Signing, row: WithLink, token: string): boolean =>
  linkToken(deps, row) === token;

/** Returns the row that a token belongs to, even after the link expired. */
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

/** The access that a browser has stored for guests' deliveries. */
export type KeptTokens = {
  keys: readonly VisitorKey[];
  /** A link from the cookie of an earlier release. */
  oldLink: string | null;
  /** Returns the proof for an appointment's phone number. */
  proofOf(appointmentId: string): string | null;
};

/** An appointment that a caller can open with a link or a key, and their rights to it. */
export type Opened = {
  row: AppointmentRow;
  whileSignedOut: VisitorLink;
  /** Null if only keys from before the sign-in open it. */
  whileSignedIn: VisitorLink | null;
};

/** True after an appointment's links and keys have expired, some time after the delivery. */
export function isOver(deps: Deps, row: AppointmentRow): boolean {
  const end = linkEnd(row, deps.settings.timeZone);
  return end !== null && deps.clock.now() >= end;
}

/**
 * Returns an appointment with the rights that this browser's keys and proofs allow, and those of
 * the token that was sent with the call.
 * @param kept the browser's keys and proofs, for any appointment
 * @param token the link or key sent with the call, or null to use only the browser's own keys
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
    // Someone who signs in while booking can still cancel that hold.
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
 * Returns the appointment that a link or key opens. Returns null if the link was replaced or has
 * expired.
 */
export async function openedBy(
  deps: Deps,
  token: string,
  kept: KeptTokens,
): Promise<Opened | null> {
  const row = await rowOf(deps, token);
  return row && !isOver(deps, row) ? openedWith(deps, row, kept, token) : null;
}
