import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { standardIdsIn } from '@/domain/legal/legal-texts';
import { withoutKeys } from '@/domain/message-text';
import { cents } from '@/domain/money';
import { type AgreedTerms, firstCardTerms } from '@/domain/payment/terms';
import { shownPhone } from '@/domain/phone-number';
import type { AnyCall } from '@/server/config/call';
import { photosOf } from '../../appointments/appointments.repository';
import { staffView } from '../../appointments/appointments.view';
import { selectForStaff } from '../../appointments/staff-lists.repository';
import { type AuditEntryRow, selectHistory, wholeEntry } from '../../audit/audit.repository';
import { selectStandardTexts } from '../../legal/legal.repository';
import { selectMessagesAbout } from '../../messages/message.repository';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { selectRefundsOf } from '../refunds/refunds.repository';

/**
 * The audit actions that save a card. If the customer replaces the card, they see the terms again,
 * and the last card is the one that we charge.
 */
const SAVED_A_CARD: readonly string[] = ['appointment.card_saved', 'appointment.card_replaced'];

/**
 * Reads everything that proves a delivery and its payment, for the response to a dispute: receipt,
 * photos, history, messages to the customer, and the terms they saw.
 */
export async function readEvidence({ deps }: AnyCall, { id }: { id: string }) {
  const [[row], photos, entries, messages, refunds, [support]] = await deps.db.read((orm) => [
    selectForStaff(orm, id),
    photosOf(orm, id),
    selectHistory(orm, id),
    selectMessagesAbout(orm, id),
    selectRefundsOf(orm, id),
    selectSupport(orm),
  ]);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  const { email, phone } = supportView(support);
  const history = entries.toReversed().map(wholeEntry);
  const terms = agreedTerms(history, row.appointment);
  const ids = standardIdsIn(terms.sentences);
  const standardTexts = ids.length > 0 ? await selectStandardTexts(deps.db.orm, ids) : [];
  const { latitude, longitude, customerAddress } = row.appointment;
  return {
    delivery: staffView(row),
    /** Position of the driver's device at the delivery, or null if it's unknown. */
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    customerAddress,
    history: history.map(({ id, action, actorName, actorKind, at }) => ({
      id,
      action,
      actorName,
      actorKind,
      at,
    })),
    terms: { ...terms, standardTexts },
    photos,
    messages: messages.map((message) => ({ ...message, body: withoutKeys(message.body) })),
    refunds,
    contact: { email, phone: shownPhone(phone) },
    readAt: deps.clock.now(),
    timeZone: deps.settings.timeZone,
  };
}

/** Returns the terms that the customer saw when saving the card, with the date. */
function agreedTerms(
  history: AuditEntryRow[],
  { createdAt, cardTerms }: Pick<AppointmentRow, 'createdAt' | 'cardTerms'>,
): Omit<AgreedTerms, 'standardTexts'> {
  const completed = history.find(({ action }) => action === 'appointment.completed');
  const estimate = completed?.before?.totalPriceCents;
  const saved = history.findLast(({ action }) => SAVED_A_CARD.includes(action));
  return {
    bookedAt: createdAt,
    cardSavedAt: saved?.at ?? null,
    sentences: cardTerms ?? firstCardTerms(typeof estimate === 'number' ? cents(estimate) : null),
  };
}
