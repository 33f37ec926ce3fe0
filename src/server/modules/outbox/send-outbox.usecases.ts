import { type BusinessSettings, mailSender } from '@/domain/business-settings';
import { type ShownLogo, shownLogo } from '@/domain/logo';
import { type MessageHours, withinMessageHours } from '@/domain/message-hours';
import { OVERTAKEN } from '@/domain/messages/conversation';
import { mayInterrupt, sender } from '@/domain/messages/customer-texts';
import { inOwnWords } from '@/domain/messages/own-words';
import { presentZone } from '@/domain/time-zones';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { errorFields } from '@/server/config/log';
import { MailRefused, NoMailServer } from '@/server/ports/mail/port';
import { isNotAccepted, NotSent } from '@/server/ports/not-accepted';
import { PushRefused } from '@/server/ports/push/port';
import { NoTextProvider, TextRefused } from '@/server/ports/texts/port';
import {
  type BusinessSettingsRow,
  selectBusinessSettings,
} from '../business-settings/business-settings.repository';
import { businessSettingsOf } from '../business-settings/business-settings.usecases';
import { calendarFile, hasCalendarFile } from '../messages/calendar-file';
import { contactLines, whenLine, withContact } from '../messages/email';
import { isAboutBooking, isAboutWaiting, isForStaff, isReminder } from '../messages/emails';
import { isMessageCurrent } from '../messages/message-current';
import { type OwnWordsRow, selectWordsInEffect } from '../messages/own-words.repository';
import { numbersOf } from '../messages/reach';
import { stoppingTexts } from '../messages/text-numbers.repository';
import { isTextCurrent, textEventOf, wordsIn } from '../messages/texts';
import { type Composed, composePush } from '../push/compose-push';
import { pushKeys } from '../push/keys';
import { deleteGone } from '../push/push.repository';
import { type SupportRow, selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';
import { gathering, inLanes } from './gather';
import {
  type Channel,
  type Claim,
  claimMessages,
  findAppointmentOf,
  markFailed,
  markGivenUp,
  markSent,
  type OutboxRow,
  postpone,
  releaseClaim,
  renewClaim,
  type SentMessage,
  selectClaimed,
  selectDueMessages,
} from './outbox.repository';
import { callItem, getsMail, unreachedItem } from './unreached';

/** The pace of sending. */
export type SendingPace = {
  /** How long a claim lasts. If a process stops, the message waits this long. */
  claimMs: number;
  /** How often the claim is renewed while the email server handles the message. */
  renewMs: number;
  /** How often to check for more messages while the email server is slow. */
  lookMs: number;
  /** Number of messages that each channel's provider handles at the same time. */
  lanes: Readonly<Record<Channel, number>>;
};
const paceOf = ({ settings }: Deps): SendingPace => ({
  claimMs: 60_000,
  renewMs: 15_000,
  lookMs: 2_000,
  lanes: { ...settings.sendAtOnce, call: 1 },
});

const CHANNELS: readonly Channel[] = ['mail', 'text', 'push', 'call'];
/** Number of messages read at a time. */
const AT_ONCE = 100;
/** Number of messages prepared for each lane, so that it needn't wait for the disk. */
const PREPARED = 8;
/**
 * How long claims wait for others to join them, if many messages are being sent. Results don't wait,
 * because a message may be sent twice if its result is lost.
 */
const JOIN_MS = 5;
/** After this long, a claimed message may have been withdrawn. */
const CLAIM_IS_FRESH_MS = 1_000;
/** The pauses after the first, second, and later failures. The last one repeats. */
const BACKOFF_MS = [10_000, 60_000, 300_000, 900_000];

/** What all messages of one run share. */
type Run = {
  deps: Deps;
  pace: SendingPace;
  stopping: AbortSignal | undefined;
  saidBy: SaidBy;
  sent: number;
  failure: { error: unknown } | null;
  /** The messages being sent, by recipient. */
  underWay: Map<string, Promise<void>>;
  claim(claim: Claim): Promise<boolean>;
  markSent(sent: SentMessage): Promise<true>;
};

/**
 * Sends the messages that are due. Each channel has its own lanes, so that a slow email server
 * doesn't delay texts. One recipient's messages are sent in order. No message is lost while a
 * provider is down. If it rejects a message for good, or it's too late for it, a review item
 * notifies staff. A bulk change's message is dropped if its delivery has changed.
 *
 * @param stopping starts no further messages once it's aborted
 * @returns the number of messages sent
 */
export async function sendOutbox(
  { deps }: AnyCall,
  stopping?: AbortSignal,
  pace = paceOf(deps),
): Promise<number> {
  const underWay = new Map<string, Promise<void>>();
  const joinMs = () => (underWay.size > 3 ? JOIN_MS : 0);
  const run: Run = {
    ...{ deps, pace, stopping, underWay, sent: 0, failure: null },
    saidBy: saidByOf(deps, undefined, undefined, []),
    claim: gathering((claims) => claimMessages(deps.db, claims), joinMs),
    markSent: gathering((sent) => markSent(deps.db, sent)),
  };
  const drains = new Map<Channel, Promise<void>>();
  do {
    const idle = CHANNELS.filter((channel) => !drains.has(channel));
    const found = await readDue(run, idle);
    idle.forEach((channel, index) => {
      const due = found[index] ?? [];
      if (due.length === 0) return;
      const drain = drainChannel(run, channel, due)
        .catch((error) => {
          run.failure ??= { error };
        })
        .finally(() => drains.delete(channel));
      drains.set(channel, drain);
    });
    // Other channels' messages shouldn't wait for one that a provider is slow to accept.
  } while (!(await haveEnded(drains, pace.lookMs)) && mayContinue(run));
  await Promise.all(drains.values());
  if (run.failure) throw run.failure.error;
  return run.sent;
}

const mayContinue = ({ failure, stopping }: Run) => failure === null && !stopping?.aborted;

/** Reads each channel's due messages, and who sends them. */
async function readDue(run: Run, channels: readonly Channel[]): Promise<OutboxRow[][]> {
  const { db, clock } = run.deps;
  const now = clock.now();
  const [[saved], [business], own, ...due] = await db.read((orm) => [
    selectSupport(orm),
    selectBusinessSettings(orm),
    selectWordsInEffect(orm),
    ...channels.map((channel) => selectDueMessages(orm, { channel, now, limit: AT_ONCE })),
  ]);
  run.saidBy = saidByOf(run.deps, saved, business, own);
  return due;
}

/** Sends a channel's messages until none is due. */
async function drainChannel(run: Run, channel: Channel, first: OutboxRow[]): Promise<void> {
  const lane = inLanes(run.pace.lanes[channel]);
  const most = run.pace.lanes[channel] * PREPARED;
  /** This channel's part of the messages being sent. */
  const own = new Map<string, Promise<void>>();
  const begin = (message: OutboxRow) => {
    const { recipient } = message;
    const ended = send(run, message, lane)
      .then((isSent) => {
        if (isSent) run.sent += 1;
      })
      .catch((error) => {
        run.failure ??= { error };
      })
      .finally(() => {
        run.underWay.delete(recipient);
        own.delete(recipient);
      });
    run.underWay.set(recipient, ended);
    own.set(recipient, ended);
  };

  for (let due = first; ; due = (await readDue(run, [channel]))[0] ?? []) {
    let isMore = due.length === AT_ONCE;
    let hasBegun = false;
    for (const message of due) {
      while (own.size >= most) await Promise.race(own.values());
      if (!mayContinue(run)) break;
      if (run.underWay.has(message.recipient)) isMore = true;
      else {
        begin(message);
        hasBegun = true;
      }
    }
    // Only a full list of new messages needn't wait for those that were begun.
    const isFull = hasBegun && due.length === AT_ONCE;
    // New messages shouldn't wait for one that the provider is slow to accept.
    if (!isFull && own.size > 0 && !(await haveEnded(own, run.pace.lookMs))) isMore = true;
    if (!isMore || !mayContinue(run)) break;
  }
  await Promise.all(own.values());
}

/** True if all of these finish within the time. */
async function haveEnded(underWay: ReadonlyMap<unknown, Promise<void>>, withinMs: number) {
  if (underWay.size === 0) return true;
  const timeIsUp = Promise.withResolvers<false>();
  const timer = setTimeout(timeIsUp.resolve, withinMs, false);
  const all = Promise.all(underWay.values()).then(() => true);
  const haveAll = await Promise.race([all, timeIsUp.promise]);
  clearTimeout(timer);
  return haveAll;
}

/** The sender of messages: the support contact, the owner's settings, and the logo. */
type SaidBy = {
  support: SupportRow | undefined;
  business: BusinessSettings;
  logo: ShownLogo | null;
  /** The owner's own words, by event and channel. */
  own: ReadonlyMap<string, OwnWordsRow>;
};

/** Runs a task when the provider has room for one more message. */
type Lane = ReturnType<typeof inLanes>;

/** The process stops before the message's turn. */
class Stopping extends NotSent {
  override readonly name = 'Stopping';
}

/**
 * Sends one message, unless another process does.
 *
 * @returns true if it was sent
 */
async function send(run: Run, message: OutboxRow, lane: Lane): Promise<boolean> {
  const { deps, pace, saidBy } = run;
  const { clock, db } = deps;
  // The time is read again here, because a slow provider may have delayed this message.
  const now = clock.now();
  const waits = message.channel === 'text' || isReminder(message);
  const later = waits ? dayOnly(deps, message, saidBy.business, now) : now;
  if (later > now) {
    await postpone(db, message, later);
    return false;
  }
  const composed = message.channel === 'push' ? await composePush(deps, message) : null;
  const worded =
    message.channel === 'push'
      ? { ...message, body: composed ? JSON.stringify(composed.text) : '' }
      : await inPresentZone(deps, inOwnersWords(message, saidBy));
  const isClaimed = await run.claim({ row: message, now, until: now + pace.claimMs, worded });
  if (!isClaimed) return false;
  const claim = keepClaim(deps, message, pace);
  try {
    const sent = await lane(() => handOver(run, { message, worded, composed, claimedAt: now }));
    await claim.end();
    if (sent === null) return false;
    await run.markSent({ row: worded, sentAt: clock.now(), ...sent });
    return true;
  } catch (error) {
    await claim.end();
    if (error instanceof Stopping) await releaseClaim(db, message, now);
    else await noteFailure(deps, worded, error);
    return false;
  }
}

/** A claimed message. */
type Claimed = {
  message: OutboxRow;
  worded: OutboxRow;
  /** What a notification says. Null if nothing that it was about is still true. */
  composed: Composed | null;
  claimedAt: number;
};

/**
 * Sends a claimed message to its provider.
 *
 * @returns null if it's not to be sent anymore
 */
async function handOver(
  { deps, saidBy, stopping }: Run,
  { message, worded, composed, claimedAt }: Claimed,
): Promise<Sent | null> {
  const { clock, db } = deps;
  const now = clock.now();
  if (stopping?.aborted) throw new Stopping('the process is stopping');
  if (now - claimedAt > CLAIM_IS_FRESH_MS) {
    const [claimed] = await selectClaimed(db.orm, message);
    if (!claimed) return null;
  }
  const drop = async (lastError: string) => {
    await markGivenUp(db, worded, { lastError, givenUpAt: now, reviewItem: null });
    return null;
  };
  const isLate = message.expiresAt !== null && message.expiresAt <= now;
  if (message.channel === 'push') {
    if (!composed || isLate) return drop(isLate ? 'late' : OVERTAKEN);
    return sendPush(deps, message, composed);
  }
  const isDropped =
    message.channel !== 'mail'
      ? await isTextDropped(deps, message)
      : (message.bulkId !== null || isReminder(message)) && (await isOvertaken(deps, worded));
  if (isDropped) return drop(OVERTAKEN);
  if (message.channel === 'call') {
    const reviewItem = callItem(deps, worded);
    await markGivenUp(db, worded, { lastError: 'to call', givenUpAt: now, reviewItem });
    return null;
  }
  if (isLate) {
    // The window has begun or the offer has ended, so nobody needs to call about it.
    if (message.dedupeKey.startsWith('reminder:') || isAboutWaiting(message)) return drop('late');
    await giveUp(
      deps,
      worded,
      'late',
      `“${worded.subject}” wasn’t sent in time. Call the customer if it still matters.`,
    );
    return null;
  }
  return message.channel === 'text'
    ? sendText(deps, worded, saidBy)
    : sendMail(deps, worded, saidBy);
}

async function sendPush(deps: Deps, message: OutboxRow, { to, text }: Composed): Promise<Sent> {
  const now = deps.clock.now();
  const leftMs = (message.expiresAt ?? now) - now;
  const push = {
    id: message.id,
    to,
    payload: JSON.stringify({ id: message.id, ...text }),
    topic: text.tag,
    ttlSeconds: Math.ceil(leftMs / 1000),
  };
  const keys = await pushKeys(deps);
  // A push service refuses what another key signs, so this browser must subscribe again.
  if (keys.publicKey !== to.publicKey) throw new PushRefused('gone', null);
  await deps.push.send(push, keys);
  return JUST_SENT;
}

const saidByOf = (
  deps: Deps,
  support: SupportRow | undefined,
  business: BusinessSettingsRow | undefined,
  own: readonly OwnWordsRow[],
): SaidBy => ({
  support,
  business: businessSettingsOf(deps, business),
  logo: shownLogo(business?.logo ?? null),
  own: new Map(own.map((row) => [row.id, row])),
});

/**
 * Returns a message in the owner's words. They're fixed with the first attempt, so that a repeat
 * has the same words.
 */
function inOwnersWords(message: OutboxRow, { own, business }: SaidBy): OutboxRow {
  const written = message.attempts === 0 ? wordsIn(message.values) : null;
  if (!written) return message;
  const channel = message.channel === 'text' ? 'text' : 'email';
  const row = own.get(`${written.wording}:${channel}`);
  if (!row || row.body === null) return message;
  const values = { ...written.values, company: business.companyName };
  const words = { subject: row.subject ?? '', body: row.body };
  return { ...message, ...inOwnWords(message, { channel, own: words, values }) };
}

/** Names the present time zone in an email that was written before the business had it. */
async function inPresentZone({ db, settings }: Deps, message: OutboxRow): Promise<OutboxRow> {
  const { zones } = settings;
  if (message.channel !== 'mail' || message.createdAt >= presentZone(zones).from) return message;
  const appointment = await findAppointmentOf(db.orm, message);
  if (!appointment) return message;
  const former = new Set(zones.map(({ zone }) => whenLine(appointment, { timeZone: zone })));
  const present = whenLine(appointment, settings);
  const lines = message.body.split('\n').map((line) => (former.has(line) ? present : line));
  return { ...message, body: lines.join('\n') };
}

/** The provider's ID of a message, and whether it was found there instead of being sent. */
type Sent = { providerId: string | null; isFound: boolean };
const JUST_SENT: Sent = { providerId: null, isFound: false };

/** Loaded with the first email, because it takes longer to load than the rest of the server needs. */
const emailPage = lazy(() => import('../messages/email-html'));

/** Sends an email: its text, the same as HTML, and its files. */
async function sendMail(deps: Deps, message: OutboxRow, saidBy: SaidBy): Promise<Sent> {
  const { mail, settings, db } = deps;
  const { support, business, logo } = saidBy;
  const { appUrl } = settings;
  const { id, recipient: to, subject, body } = message;
  // Replies go to the support address once one is saved.
  const replyTo = support?.email;
  const contact = isForStaff(message)
    ? null
    : contactLines({
        phone: supportView(support).phone,
        canReply: replyTo !== undefined,
        appUrl,
        cancellation: isAboutBooking(message) ? business.cancellationPolicy : '',
      });
  const { companyName: company, companyAddress: address } = business;
  const { emailHtml } = await emailPage();
  const appointment = hasCalendarFile(message) ? await findAppointmentOf(db.orm, message) : null;
  await mail.send({
    id,
    from: mailSender(business),
    to,
    replyTo,
    subject,
    text: contact ? withContact(body, contact) : body,
    html: emailHtml({ subject, body, appUrl, company, logo, address, contact }),
    attachment: message.attachment,
    calendar: appointment ? calendarFile(message, appointment, { settings, company }) : null,
  });
  return JUST_SENT;
}

/**
 * Sends a text. If an earlier attempt may have reached the provider, we ask it first. The text can
 * still arrive twice if the provider accepted it but doesn't list it yet.
 * @returns the provider's ID of the text, and whether an earlier attempt had sent it
 */
async function sendText({ texts }: Deps, message: OutboxRow, { business }: SaidBy): Promise<Sent> {
  if (!texts) throw new NoTextProvider();
  const { id, recipient: to, body, attempts, createdAt } = message;
  const text = { id, to, body: `${sender(business.companyName)}${body}` };
  const asked = attempts > 0 ? texts.find({ ...text, body }, createdAt) : null;
  const known = await asked?.catch((error: unknown) => {
    throw new NotSent("the provider couldn't be asked", { cause: error });
  });
  const { providerId } = known ?? (await texts.send(text));
  return { providerId, isFound: Boolean(known) };
}

/** Returns when a message may be sent: now, or in the morning if it isn't urgent. */
function dayOnly({ settings }: Deps, message: OutboxRow, hours: MessageHours, now: number): number {
  const event = textEventOf(message);
  if (event === null || mayInterrupt(event, { createdAt: message.createdAt, now })) return now;
  return withinMessageHours(now, hours, settings.timeZone);
}

/** Renews the claim on a message regularly until `end` is called. */
function keepClaim({ clock, db, log }: Deps, message: OutboxRow, pace: SendingPace) {
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewClaim(db, message, clock.now() + pace.claimMs).catch((error) =>
      log.warn("couldn't renew the claim on a message", {
        messageId: message.id,
        ...errorFields(error),
      }),
    );
  }, pace.renewMs);
  return {
    async end() {
      clearInterval(timer);
      await renewing;
    },
  };
}

/** True if the delivery changed while the message waited, so its text is outdated. */
async function isOvertaken({ db, settings }: Deps, message: OutboxRow): Promise<boolean> {
  const appointment = await findAppointmentOf(db.orm, message);
  return appointment !== null && !isMessageCurrent(message, appointment, settings);
}

/** True if a text is outdated, or its reader turned texts off while it waited. */
async function isTextDropped(deps: Deps, message: OutboxRow): Promise<boolean> {
  if (isAboutWaiting(message)) {
    const { id, recipient } = message;
    const contact = { id, userId: null, customerEmail: null, customerPhone: recipient };
    return deps.texts !== null && !(await numbersOf(deps, [contact])).has(id);
  }
  const appointment = await findAppointmentOf(deps.db.orm, message);
  if (appointment === null || !isTextCurrent(message, appointment)) return true;
  if (message.channel === 'call') return false;
  // Without a provider it waits, because another process may have one.
  if (!deps.texts) return false;
  const contact = { ...appointment, customerPhone: message.recipient };
  return !(await numbersOf(deps, [contact])).has(appointment.id);
}

async function noteFailure(deps: Deps, message: OutboxRow, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const lastError = reason.slice(0, 300);
  if (error instanceof MailRefused) {
    await giveUp(deps, message, lastError, refusalOf(message, error.responseCode), error);
    return;
  }
  if (error instanceof TextRefused) {
    await giveUp(deps, message, lastError, textRefusalOf(message, error), error);
    return;
  }
  if (error instanceof PushRefused) {
    const also = error.refusal === 'gone' ? deleteGone(message.recipient) : null;
    const givenUpAt = deps.clock.now();
    await markGivenUp(deps.db, message, { lastError, givenUpAt, reviewItem: null, also });
    return;
  }
  const pauseMs = BACKOFF_MS[Math.min(message.attempts, BACKOFF_MS.length - 1)] ?? 0;
  const nextAttemptAt = deps.clock.now() + pauseMs;
  const mayBeAccepted = !isNotAccepted(error);
  await markFailed(deps.db, message, { lastError, nextAttemptAt, mayBeAccepted });
  if (!(error instanceof NoMailServer || error instanceof NoTextProvider))
    warn(deps, "a message wasn't sent", message, error);
}

/**
 * Gives up on a message and adds a review item, once per appointment and recipient. A text needs
 * none if the customer also gets email.
 */
async function giveUp(
  deps: Deps,
  message: OutboxRow,
  lastError: string,
  reason: string,
  error?: unknown,
): Promise<void> {
  const givenUpAt = deps.clock.now();
  const isUnreached = message.channel === 'mail' || !(await getsMail(deps, message));
  const reviewItem = isUnreached ? unreachedItem(deps, message, reason) : null;
  const stopped = error instanceof TextRefused && error.refusal === 'stopped';
  await markGivenUp(deps.db, message, {
    lastError,
    givenUpAt,
    reviewItem,
    also: stopped ? stoppingTexts(message.recipient, givenUpAt) : null,
  });
  warn(deps, 'stopped trying to send a message', message, error);
}

function warn({ log }: Deps, text: string, { id, attempts }: OutboxRow, error?: unknown): void {
  log.warn(text, {
    messageId: id,
    attempt: attempts + 1,
    ...(error !== undefined && errorFields(error)),
  });
}

const textRefusalOf = ({ subject }: OutboxRow, { refusal }: TextRefused) =>
  `${
    refusal === 'stopped'
      ? 'The customer replied STOP to our texts'
      : 'The customer’s phone can’t receive texts'
  }, so “${subject}” wasn’t delivered. Call the customer if it still matters.`;

/**
 * The item only has the shortened address, because the item stays after the person's details are
 * erased. The appointment shows the whole address.
 */
function refusalOf({ appointmentId, recipient, subject }: OutboxRow, responseCode: number | null) {
  const whose = appointmentId ? 'The customer’s address' : shortened(recipient);
  const code = responseCode === null ? '' : ` (${responseCode})`;
  return `${whose} doesn’t accept email${code}, so “${subject}” wasn’t delivered. Ask for another address, or call.`;
}

/** Shortens an address to "s…@lake.example", which is enough for staff who know their customers. */
function shortened(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? 'An address' : `${address[0]}…${address.slice(at)}`;
}
