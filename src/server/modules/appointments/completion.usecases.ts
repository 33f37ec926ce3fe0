import { assertTransition, statusesBefore } from '@/domain/booking/status';
import { DomainError, SENTENCES } from '@/domain/errors';
import { formatGallons } from '@/domain/money';
import { type Quote, quote } from '@/domain/pricing/quote';
import type { Actor } from '@/domain/roles';
import type { Position } from '@/domain/route/distance';
import type { Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { isActionDone, recordAction } from '../device-actions/device-actions.repository';
import { deliveryCompleted } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { settleCharge } from '../payments/charge.usecases';
import { findCharge, insertCharge } from '../payments/charges.repository';
import { insertPhoto } from '../photos/photos.repository';
import { type StoredPhoto, storePhoto } from '../photos/photos.usecases';
import { deliverableRow, moverOf } from './access';
import { type AppointmentRow, findAppointment, updateIf } from './appointments.repository';
import { manageLink } from './manage-link';

type Call = { deps: Deps; actor: Actor };

export type CompletionInput = {
  id: string;
  /** Tenths of a gallon, as really delivered. */
  actualGallons: number;
  /** Left out: as ordered. */
  smallIceBags?: number;
  largeIceBags?: number;
  receiptPhoto?: string | null;
  fuelPhoto?: string | null;
  notes?: string;
  completedAt?: number | string;
  /** Names the press of the button on a driver's device; sending it again changes nothing. */
  actionKey?: string;
  /** Where the device was; the dock's place is learned from it. */
  position?: Position | null;
};

export type CompletionResult = {
  id: string;
  totalPriceCents: number;
  /** The card was charged for this delivery. */
  paymentProcessed: boolean;
  balancePaid: boolean;
  /** A sentence when the money is not in (yet); null when it is, or when nothing is to be paid. */
  paymentError: string | null;
  testMode: boolean;
};

type KeptPhoto = StoredPhoto & { kind: 'receipt' | 'fuel' };

/**
 * Completes a delivery: the only function that does, for staff and drivers alike (D36). First, in
 * one write: what was delivered, the frozen amount, the debt, photos, message and audit. Then the
 * charge, which may fail or wait without taking the delivery back (D30). Repeating it changes
 * nothing and returns how things stand. What a device sends late, with its key, must not be lost
 * unseen: when somebody else completed it meanwhile with other figures, that is a `conflict`.
 */
export async function completeDelivery(
  { deps, actor }: Call,
  input: CompletionInput,
): Promise<CompletionResult> {
  const row = deliverableRow(actor, await findAppointment(deps.db.orm, input.id));
  let isOurs = false;
  if (row.status !== 'completed') {
    assertTransition(row.status, 'completed', moverOf(actor));
    isOurs = await recordCompletion({ deps, actor }, row, input);
  }
  if (!isOurs) await refuseOtherFigures({ deps, actor }, input);
  return settle(deps, row.id);
}

async function refuseOtherFigures({ deps, actor }: Call, input: CompletionInput) {
  if (!input.actionKey) return;
  const row = await findAppointment(deps.db.orm, input.id);
  if (!row || row.actualGallonsTenths === input.actualGallons) return;
  if (await isActionDone(deps.db.orm, actor, input.actionKey)) return;
  throw new DomainError(
    'conflict',
    `This delivery was completed meanwhile, with ${formatGallons(row.actualGallonsTenths ?? 0)} gallons.`,
  );
}

/** False when somebody else completed it first. */
async function recordCompletion(
  { deps, actor }: Call,
  row: AppointmentRow,
  input: CompletionInput,
): Promise<boolean> {
  const kept = await keepPhotos(deps, input);
  let written = false;
  try {
    written = await writeCompletion({ deps, actor }, row.id, input, kept);
  } finally {
    // Somebody else completed it first, or the write failed: our photos belong to nothing.
    if (!written) await Promise.all(kept.map((photo) => deps.photos.remove(photo.storageKey)));
  }
  return written;
}

async function keepPhotos(deps: Deps, input: CompletionInput): Promise<KeptPhoto[]> {
  const kept: KeptPhoto[] = [];
  for (const [kind, dataUrl] of [
    ['receipt', input.receiptPhoto],
    ['fuel', input.fuelPhoto],
  ] as const) {
    if (!dataUrl) continue;
    kept.push({ kind, ...(await storePhoto({ deps }, { dataUrl, folder: input.id })) });
  }
  return kept;
}

/** Step A. False when the appointment was completed meanwhile by the same request or another. */
async function writeCompletion(
  { deps, actor }: Call,
  id: string,
  input: CompletionInput,
  kept: KeptPhoto[],
): Promise<boolean> {
  const now = deps.clock.now();
  const mover = moverOf(actor);
  // Signed before the write: nothing else may be waited for inside it.
  const guestLink = manageLink(deps, id);
  return deps.db.transaction(async (tx) => {
    const row = deliverableRow(actor, await findAppointment(tx, id));
    if (row.status === 'completed') return false;
    assertTransition(row.status, 'completed', mover);
    const delivered = {
      smallIceBags: input.smallIceBags ?? row.smallIceBags,
      largeIceBags: input.largeIceBags ?? row.largeIceBags,
    };
    const price = quote({
      gallons: input.actualGallons,
      unitPriceCents: row.customUnitPriceCents ?? row.unitPriceCents,
      ...delivered,
      testMode: row.testMode,
    });
    const nothingToPay = price.totalCents === 0;
    const changed = await updateIf(
      tx,
      id,
      { statuses: statusesBefore('completed', mover) },
      {
        status: 'completed',
        actualGallonsTenths: input.actualGallons,
        ...delivered,
        fuelTotalCents: price.fuelCents,
        iceTotalCents: price.iceCents,
        deliveryFeeCents: price.deliveryCents,
        totalPriceCents: price.totalCents,
        remainingBalanceCents: row.testMode ? 0 : price.totalCents,
        balancePaid: !row.testMode && nothingToPay,
        notes: input.notes || row.notes,
        ...input.position,
        completedAt: now,
        deviceCompletedAt: input.completedAt === undefined ? null : String(input.completedAt),
        updatedAt: now,
      },
    );
    if (!changed) throw new DomainError('conflict', 'This appointment was changed meanwhile.');
    if (input.actionKey) {
      const action = { key: input.actionKey, kind: 'completed', appointmentId: id, at: now };
      await recordAction(tx, actor, action);
    }
    if (!row.testMode) await insertCharge(tx, debtOf(deps, row, price, now));
    for (const { kind, ...photo } of kept) {
      await insertPhoto(tx, {
        id: deps.ids.next(),
        appointmentId: id,
        kind,
        createdAt: now,
        ...photo,
      });
    }
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: id,
      actor,
      action: 'appointment.completed',
      before: { status: row.status, totalPriceCents: row.totalPriceCents },
      after: {
        status: 'completed',
        actualGallonsTenths: input.actualGallons,
        ...delivered,
        ...price,
        photos: kept.map((photo) => photo.kind),
      },
      at: now,
    });
    const letter = deliveryCompleted(deps.settings, changed, guestLink);
    if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
    return true;
  });
}

/** The debt of a delivery. Where there is no card to ask, it starts as declined and waits for staff. */
function debtOf(deps: Deps, row: AppointmentRow, price: Quote, now: number) {
  const { totalCents, ...lines } = price;
  const noCard = !row.stripePaymentMethodId && totalCents > 0;
  return {
    id: deps.ids.next(),
    appointmentId: row.id,
    amountCents: totalCents,
    lines,
    state:
      totalCents === 0 ? ('succeeded' as const) : noCard ? ('declined' as const) : ('due' as const),
    errorCode: noCard ? 'no_card' : null,
    errorMessage: noCard ? 'No card is on file for this delivery.' : null,
    settledAt: totalCents === 0 ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Steps B and C, then how it stands now. */
async function settle(deps: Deps, id: string): Promise<CompletionResult> {
  try {
    await settleCharge({ deps }, { appointmentId: id });
  } catch (error) {
    // The delivery is recorded and the sweeper goes on; the caller hears that the charge is open.
    deps.log.error('a completed delivery was not charged yet', {
      appointment: id,
      reason: error instanceof Error ? error.message : 'unknown',
    });
  }
  const row = await findAppointment(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', SENTENCES.notFound);
  const charge = await findCharge(deps.db.orm, id);
  const open = charge !== null && !row.balancePaid;
  return {
    id,
    totalPriceCents: row.totalPriceCents,
    paymentProcessed: charge?.state === 'succeeded' && charge.amountCents > 0,
    balancePaid: row.balancePaid,
    paymentError: open
      ? (charge.errorMessage ?? 'The charge is still being processed. It will be settled shortly.')
      : null,
    testMode: row.testMode,
  };
}
