import type { AppointmentRow } from '@/db/schema';
import { linkEnd } from '@/domain/appointment/delivery-link';
import type { HeldLink } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import { PROOF_SECONDS } from '../auth/cookies';
import { hashToken, isSigned, shortToken, sign } from '../auth/tokens';
import { findAppointment, findByLink } from './appointments.repository';

/** The links of e-mails that were sent before D99, which still open their appointment. */
const OLD_LINK = 'manage-appointment';
/** What the browser or program that booked keeps: more than a link, and never sent in a message. */
const KEY = 'appointment-key';
/** What a browser keeps once the last digits of the phone number were right. */
const PROOF = 'appointment-phone';

type Signing = Pick<Deps, 'settings'>;
export type Linked = Pick<AppointmentRow, 'id' | 'linkVersion'>;

/** The first link of an appointment has no number, as those that were sent before links had one. */
const textOf = ({ id, linkVersion }: Linked) => (linkVersion === 0 ? id : `${id}.${linkVersion}`);

/** The token of an appointment's link. */
export const linkToken = ({ settings }: Signing, appointment: Linked): string =>
  shortToken(settings.appSecret, 'delivery-link', textOf(appointment));

/** The link to the delivery's own page, the same in every message until it is replaced (D99). */
export const deliveryLink = (deps: Signing, appointment: Linked): string =>
  `${deps.settings.appUrl}/d/${linkToken(deps, appointment)}`;

/** What every message about a delivery to its customer is told. */
export const deliveryFacts = (deps: Signing, appointment: AppointmentRow) => ({
  appointment,
  ownerLink: deliveryLink(deps, appointment),
});

/** Names the secret that links are made with, so that those of another secret are found. */
export const linkSecretName = ({ settings }: Signing): string =>
  sign(settings.appSecret, 'delivery-link-secret', '').slice(0, 8);

const hashOf = (deps: Signing, token: string) => `${linkSecretName(deps)}.${hashToken(token)}`;

/** The columns of an appointment's link. A new link may be tried anew. */
export const linkColumns = (deps: Signing, appointment: Linked) => ({
  linkVersion: appointment.linkVersion,
  linkHash: hashOf(deps, linkToken(deps, appointment)),
  linkTries: 0,
});

/** The columns of the link that takes the place of an appointment's present one. */
export const nextLink = (deps: Signing, { id, linkVersion }: Linked) =>
  linkColumns(deps, { id, linkVersion: linkVersion + 1 });

/** The guest's key to one appointment: its id, the number of the link, and our signature (D19). */
export function issueKey({ settings }: Signing, appointment: Linked): string {
  const text = textOf(appointment);
  return `${text}.${sign(settings.appSecret, KEY, text)}`;
}

/** Whether a token is the key to that appointment. */
export const isKeyTo = (deps: Signing, token: string | null, appointment: Linked): boolean =>
  token !== null && isSame(readSigned(deps, KEY, token), appointment);

const isSame = (read: Linked | null, { id, linkVersion }: Linked) =>
  read?.id === id && read.linkVersion === linkVersion;

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
  const isOurs = isSigned(deps.settings.appSecret, PROOF, text, signature);
  return isOurs && deps.clock.now() < Number(until);
}

/** What a signed token says, if its signature is ours and for that purpose. */
function readSigned({ settings }: Signing, purpose: string, token: string): Linked | null {
  const [, id, number, signature] =
    /^([^.]{1,64})(?:\.(\d{1,6}))?\.([\w-]{20,60})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return null;
  const read = { id, linkVersion: Number(number ?? 0) };
  return isSigned(settings.appSecret, purpose, textOf(read), signature) ? read : null;
}

/** The row that a token names, whether or not it still opens it. */
async function rowOf(deps: Deps, token: string): Promise<AppointmentRow | null> {
  if (/^[0-9A-Za-z]{22}$/.test(token)) {
    const row = await findByLink(deps.db.orm, hashOf(deps, token));
    // A program of the last release replaces links without their hash.
    return row && linkToken(deps, row) === token ? row : null;
  }
  const read = readSigned(deps, KEY, token) ?? readSigned(deps, OLD_LINK, token);
  const row = read && (await findAppointment(deps.db.orm, read.id));
  return row && isSame(read, row) ? row : null;
}

/** What a browser keeps beside a token that it sends. */
export type KeptTokens = { manage: string | null; proofOf(appointmentId: string): string | null };

/**
 * The appointment that a token opens: one of a link or a key. Null for every other one, also for a link
 * that was replaced or has ended (D99).
 *
 * @param kept proves more than the token alone, where it is of the same appointment
 */
export async function openedBy(
  deps: Deps,
  token: string,
  kept: KeptTokens,
): Promise<{ row: AppointmentRow; provenBy: HeldLink['provenBy'] } | null> {
  const row = await rowOf(deps, token);
  if (!row) return null;
  const end = linkEnd(row, deps.settings.timeZone);
  if (end !== null && deps.clock.now() >= end) return null;
  const hasKey = isKeyTo(deps, token, row) || isKeyTo(deps, kept.manage, row);
  const provenBy = hasKey ? 'key' : isProof(deps, kept.proofOf(row.id), row) ? 'phone' : null;
  return { row, provenBy };
}
