import { retryOnConflict, tryWriteGuarded, WROTE_BEFORE } from '@/db/guarded-batch';
import { DomainError, MESSAGES } from '@/domain/errors';
import { addedCardConsentText, addedCardTerms } from '@/domain/payment/terms';
import type { Actor } from '@/domain/roles';
import type { AnyCall, Sender, UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { SetupIntentView } from '@/server/ports/payments/port';
import { audit } from '../../audit/audit';
import {
  findUserById,
  selectUser,
  setStripeCustomer,
  type UserRow,
} from '../../auth/users.repository';
import { type ConsentFacts, consentFacts, selectConsentFacts } from '../../legal/consent';
import { addressMark, phoneFingerprint } from '../../limits/fingerprints';
import {
  type AccountTry,
  insertAccountTry,
  markAccountTryDeclined,
  markAccountTrySaved,
  recordAccountDecline,
  selectLatestTry,
  selectTryOf,
  showAccountTerms,
} from './account-cards.repository';
import { selectTries } from './card-tries.repository';
import { refusalOf, withinLimits } from './card-tries.usecases';
import { isReplaced } from './deleted-customers.usecases';
import { eachOnce, savingCardOf, selectCards } from './saved-cards.repository';
import { type CardView, cardView } from './saved-cards.usecases';

/** Maximum number of cards in an account. Without a limit, someone could collect stolen cards here. */
const MAX_CARDS = 20;

export type CardSetup = {
  /** Null if a card turns out to be saved already. */
  clientSecret: string | null;
  setupIntentId: string;
  /** The sentence that the customer agrees to by adding a card. */
  consent: string;
  stripe: Deps['settings']['stripe'];
};

/**
 * Begins to add a card to the caller's account without an appointment. Nothing is due. An open
 * setup is reused. If a card was saved and we didn't learn of it, that card is recorded instead.
 * Each card counts, including the next one after a declined one.
 * @throws `conflict` if Stripe is still saving a card or the account has too many; `rate_limited`
 * after too many cards
 */
export async function beginCardSetup(call: UserCall, sender: Sender | null): Promise<CardSetup> {
  const { deps, actor } = call;
  const [[user], [latest], cards, ...settings] = await deps.db.read(
    (orm) =>
      [
        selectUser(orm, actor.userId),
        selectLatestTry(orm, actor.userId),
        selectCards(orm, actor.userId),
        ...selectConsentFacts(orm),
      ] as const,
  );
  if (!user) throw new DomainError('not_found', MESSAGES.notFound);
  if (eachOnce(cards).length >= MAX_CARDS) {
    throw new DomainError('conflict', 'Your account has too many cards. Remove one first.');
  }
  const facts = consentFacts(deps, settings);
  const answer = { consent: addedCardConsentText(facts.operator), stripe: deps.settings.stripe };
  const trier = { user, sender, facts };
  const open = latest && latest.savedAt === null ? latest : null;
  const before = open && (await deps.payments.retrieveSetupIntent(open.setupIntentId));
  if (before?.status === 'processing') {
    throw new DomainError('conflict', 'We’re saving your card. Check again in a minute.');
  }
  const isOurs = before?.customerId === user.stripeCustomerId;
  if (before?.status === 'succeeded' && isOurs && (await recordCard(call, user, before))) {
    return { ...answer, clientSecret: null, setupIntentId: before.id };
  }
  if (open && before?.status === 'open' && isOurs) {
    if (before.refusal && before.attemptId) {
      await markAccountTryDeclined(deps.db, open.id, deps.clock.now());
      await countTry(deps, trier, {
        id: `${user.id}:${open.attempt}:${before.attemptId}`,
        attempt: open.attempt,
        setupIntentId: before.id,
      });
    }
    await showTerms(deps, open, facts);
    return { ...answer, clientSecret: before.clientSecret, setupIntentId: before.id };
  }
  const intent = await beginSetup(deps, trier, (latest?.attempt ?? 0) + 1);
  // Stripe had deleted the customer, and the account has another one now.
  if (!intent) return beginCardSetup(call, sender);
  return { ...answer, clientSecret: intent.clientSecret, setupIntentId: intent.id };
}

/** Stores the sentences on the form if they differ from the last ones shown. */
async function showTerms(deps: Deps, open: AccountTry, facts: ConsentFacts): Promise<void> {
  const terms = addedCardTerms(facts);
  if (Bun.deepEquals(open.terms, terms)) return;
  await tryWriteGuarded(deps.db, {
    guard: showAccountTerms(deps.db.orm, open.setupIntentId, terms),
    matched: WROTE_BEFORE,
    also: facts.also,
  });
}

/** The person who adds a card, their address, and the sentences that the form shows. */
type Trier = { user: UserRow; sender: Sender | null; facts: ConsentFacts };

/**
 * Creates an account's next SetupIntent and counts its card.
 *
 * @returns null if Stripe had deleted the customer
 */
async function beginSetup(
  deps: Deps,
  trier: Trier,
  attempt: number,
): Promise<SetupIntentView | null> {
  const { user } = trier;
  const id = `${user.id}:${attempt}`;
  // The limit is checked before Stripe is called.
  const checked = await checkLimits(deps, trier, id);
  const customerId = await customerOfUser(deps, user);
  try {
    const intent = await deps.payments.createSetupIntent({
      accountId: user.id,
      customerId,
      attempt,
    });
    await countTry(deps, trier, { id, attempt, setupIntentId: intent.id }, checked);
    return intent;
  } catch (error) {
    if (await isReplaced(deps, error, customerId)) return null;
    throw error;
  }
}

async function customerOfUser(deps: Deps, user: UserRow): Promise<string> {
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const { customerId } = await deps.payments.ensureCustomer({ ownerKey: user.id });
  await setStripeCustomer(deps.db, user.id, customerId);
  return customerId;
}

/** Checks one more card against the limits. Returns the guard and the person it counts for. */
async function checkLimits(deps: Deps, { user, sender }: Trier, id: string) {
  const phone = phoneFingerprint(deps.settings, user.phone);
  const address = addressMark(deps.settings, sender?.address ?? null);
  const by = { appointment: null, account: user.id, phone, address };
  const countedFor = { ...by, now: deps.clock.now() };
  const tries = await selectTries(deps.db.orm, countedFor);
  const guard = withinLimits(deps, { id, by, sender, seen: { tries, countedFor } });
  return { guard, phone, address };
}

/**
 * Counts a card before the browser gets a secret for it. A card with the same ID only counts once.
 * @param checked the limits, if they were just checked
 */
async function countTry(
  deps: Deps,
  trier: Trier,
  card: Pick<AccountTry, 'id' | 'attempt' | 'setupIntentId'>,
  checked: Awaited<ReturnType<typeof checkLimits>> | null = null,
): Promise<void> {
  const { db, clock } = deps;
  const terms = addedCardTerms(trier.facts);
  await retryOnConflict(async (known) => {
    const { guard, phone, address } = known ?? (await checkLimits(deps, trier, card.id));
    const row = { ...card, account: trier.user.id, terms, phone, address, at: clock.now() };
    const taken = await tryWriteGuarded(db, {
      guard: insertAccountTry(db.orm, row, guard),
      matched: WROTE_BEFORE,
      also: trier.facts.also,
    });
    return guard === undefined || taken || null;
  }, checked);
}

/**
 * Adds a saved card to the caller's account. Stripe decides whether it's saved. The ID from the
 * browser only names the setup to check. Repeating the call changes nothing.
 *
 * @returns the account's cards, the added one, and whether it was there before
 * @throws `payment_failed` until the card is saved
 */
export async function confirmCardSetup(
  call: UserCall,
  { setupIntentId }: { setupIntentId: string },
): Promise<{ cards: CardView[]; added: CardView; isNew: boolean }> {
  const { deps, actor } = call;
  const [user, [known]] = await Promise.all([
    findUserById(deps.db.orm, actor.userId),
    selectTryOf(deps.db.orm, setupIntentId),
  ]);
  if (!user || known?.account !== user.id) throw new DomainError('not_found', MESSAGES.notFound);
  const intent = await deps.payments.retrieveSetupIntent(setupIntentId);
  const isOurs = intent.accountId === user.id && intent.customerId === user.stripeCustomerId;
  if (!isOurs) throw new DomainError('not_found', MESSAGES.notFound);
  if (intent.status !== 'succeeded' || !intent.paymentMethodId) {
    throw new DomainError('payment_failed', intent.refusal?.message ?? 'Payment setup failed');
  }
  await recordCard(call, user, intent);
  const fingerprint = intent.card?.fingerprint ?? null;
  const rows = await selectCards(deps.db.orm, user.id);
  const same = rows.filter(
    (row) =>
      row.stripePaymentMethodId === intent.paymentMethodId ||
      (fingerprint !== null && row.fingerprint === fingerprint),
  );
  const [added] = eachOnce(same);
  // The card was added, and then removed on another device.
  if (!added) throw new DomainError('not_found', 'This card was removed from your account.');
  return {
    cards: eachOnce(rows).map(cardView),
    added: cardView(added),
    isNew: same.length === 1,
  };
}

/**
 * Stores a card that Stripe has saved, once. A card that's already in the account gets its new
 * details.
 *
 * @returns false if it was stored before
 */
async function recordCard(
  { deps, actor }: { deps: Deps; actor: Actor },
  user: UserRow,
  intent: SetupIntentView,
): Promise<boolean> {
  if (!intent.paymentMethodId) return false;
  const now = deps.clock.now();
  const [shown] = await selectTryOf(deps.db.orm, intent.id);
  const card = {
    id: deps.ids.next(),
    userId: user.id,
    stripePaymentMethodId: intent.paymentMethodId,
    cardBrand: intent.card?.brand ?? null,
    cardLast4: intent.card?.last4 ?? null,
    fingerprint: intent.card?.fingerprint ?? null,
    expMonth: intent.card?.expMonth ?? null,
    expYear: intent.card?.expYear ?? null,
    terms: shown?.terms ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const written = await tryWriteGuarded(deps.db, {
    guard: markAccountTrySaved(deps.db.orm, intent.id, now),
    audit: audit(
      { deps, actor },
      {
        action: 'card.added',
        after: { cardId: card.id, userId: user.id, card: `${card.cardBrand} ${card.cardLast4}` },
      },
    ),
    also: savingCardOf(card, intent.customerId),
  });
  return written !== null;
}

/** Records a card that was added to an account, from Stripe's event. */
export async function recordAccountCard(deps: Deps, intent: SetupIntentView): Promise<void> {
  if (intent.accountId === null || intent.status !== 'succeeded') return;
  const user = await findUserById(deps.db.orm, intent.accountId);
  if (!user || user.stripeCustomerId !== intent.customerId) return;
  await recordCard({ deps, actor: { kind: 'system', name: 'Stripe' } }, user, intent);
}

/**
 * Counts a declined card of an account's setup. If no other card may follow now, the SetupIntent is
 * cancelled, so that its secret can't be used for cards we don't count.
 */
export async function countAccountDecline(
  { deps }: AnyCall,
  event: string,
  intent: SetupIntentView,
): Promise<void> {
  const [latest] = await selectTryOf(deps.db.orm, intent.id);
  if (!latest) return;
  const now = deps.clock.now();
  await recordAccountDecline(deps.db, { event, latest, now });
  if (intent.status !== 'open' || !intent.refusal) return;
  const { account, phone, address } = latest;
  const by = { appointment: null, account, phone, address };
  const tries = await selectTries(deps.db.orm, { ...by, now });
  if (refusalOf(deps, tries, by, true)) await deps.payments.cancelSetupIntent(intent.id);
}
