import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { type AccountDeletion, type Obstacle, OWN_DATA_MESSAGES } from '@/domain/account/own-data';
import { DomainError } from '@/domain/errors';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { releaseSetup } from '../appointments/setup-release';
import { audit } from '../audit/audit';
import { erasingDetailsOf } from '../audit/audit.repository';
import { requirePassword } from '../auth/password.usecases';
import { deleteSessionsOf } from '../auth/sessions.repository';
import {
  changeSignIn,
  formerName,
  NO_PROOF,
  NO_RESET,
  selectUser,
  type UserRow,
} from '../auth/users.repository';
import { selectBoats } from '../boats/boats.repository';
import { forgetFound, selectCustomersToForget } from './forget-customers.usecases';
import {
  anonymisingAppointments,
  cancellingOffers,
  droppingMessages,
  emptyingMessages,
  erasingRepliesOf,
  erasingWrittenTo,
  forgettingMerges,
  type MessagesOf,
  messagesOf,
  noOtherFuelFillPhotos,
  nothingInTheWay,
  onlyTheseOffers,
  removingBelongings,
  selectObstacles,
  selectRunningOffers,
  selectUnplainRecipients,
} from './own-data.repository';

/** An appointment to settle before the account can be deleted, with the reason. */
export type DeletionBlockers = {
  id: string;
  publicCode: string;
  date: string;
  time: string;
  obstacle: Obstacle;
};

type ObstacleRow = Awaited<ReturnType<typeof selectObstacles>>[number];

/** Lists the deliveries that the caller must settle before they can delete their account. */
export async function obstaclesToDeletion({ deps, actor }: UserCall): Promise<DeletionBlockers[]> {
  return (await selectObstacles(deps.db.orm, actor.userId)).map(inTheWay);
}

const inTheWay = ({ slotIndex, ...row }: ObstacleRow): DeletionBlockers => ({
  ...row,
  time: timeSlotLabel(slotIndex),
});

/**
 * Deletes the caller's account for good. The figures of their deliveries and payments stay, because
 * the law requires it. Personal details are removed from them, and Stripe deletes its customer.
 *
 * @throws `invalid_input` for a wrong password, `forbidden` for staff
 * @throws `conflict` with a list (`details.inTheWay`) if appointments are open, unpaid, disputed,
 *   or waiting for a refund
 */
export async function deleteAccount(
  call: UserCall,
  { currentPassword }: AccountDeletion,
): Promise<{ deleted: true }> {
  const { deps, actor } = call;
  if (actor.role !== 'customer')
    throw new DomainError('forbidden', OWN_DATA_MESSAGES.customersOnly);
  let verified: UserRow | null = null;
  const { fuelFillPhotoKeys, forgotten, offers } = await retryOnConflict(async () => {
    const [[user], obstacles, boats, offers, unplain] = await deps.db.read((orm) => [
      selectUser(orm, actor.userId),
      selectObstacles(orm, actor.userId),
      selectBoats(orm, actor.userId),
      selectRunningOffers(orm, actor.userId),
      selectUnplainRecipients(orm),
    ]);
    verified ??= await requirePassword(user, currentPassword);
    if (user?.password !== verified.password) {
      throw new DomainError(
        'conflict',
        'Your account just changed, so it wasn’t deleted. Try again.',
      );
    }
    if (obstacles.length > 0) {
      const details = { inTheWay: obstacles.map(inTheWay) };
      throw new DomainError('conflict', OWN_DATA_MESSAGES.inTheWay, { details });
    }
    const fuelFillPhotoKeys = boats.flatMap(({ fillerPhotoKey }) => fillerPhotoKey ?? []);
    // Messages to a pending address also belong to the customer.
    const messages = messagesOf(user.id, [user.email, user.pendingEmail], unplain);
    const written = await erase(call, user, { fuelFillPhotoKeys, messages, offers });
    return written && { fuelFillPhotoKeys, forgotten: written.view, offers };
  });
  for (const photo of fuelFillPhotoKeys) await deps.photos.remove(photo);
  for (const offer of offers) await releaseSetup(deps, offer);
  await forgetFound(deps, forgotten);
  return { deleted: true };
}

/**
 * Erases the account, and ends its offers from the waiting list. Returns null if the account, an
 * appointment, or a boat's photo changed since it was read.
 */
function erase(
  { deps }: UserCall,
  user: UserRow,
  {
    fuelFillPhotoKeys,
    messages,
    offers,
  }: {
    fuelFillPhotoKeys: readonly string[];
    messages: MessagesOf;
    offers: readonly AppointmentRow[];
  },
) {
  const { orm } = deps.db;
  const customer = { deps, actor: { kind: 'system', name: 'The customer' } } as const;
  return tryWriteGuarded(deps.db, {
    guard: changeSignIn(
      orm,
      user,
      anonymous(user, deps),
      nothingInTheWay(orm, user.id),
      noOtherFuelFillPhotos(orm, user.id, fuelFillPhotoKeys),
      onlyTheseOffers(orm, user.id, offers),
    ),
    // The entry doesn't identify anyone, because it stays after the person's data is erased.
    audit: audit(customer, { action: 'account.deleted', after: { customerId: user.id } }),
    also: [
      cancellingOffers(user.id, deps.clock.now()),
      ...offers.map(({ id, status }) => {
        const { write } = audit(customer, {
          appointmentId: id,
          action: 'appointment.cancelled',
          before: { status },
          after: { status: 'cancelled' },
        });
        return write;
      }),
      erasingDetailsOf(user.id),
      erasingRepliesOf(user.id),
      erasingWrittenTo(user.id),
      anonymisingAppointments(user.id),
      droppingMessages(messages),
      emptyingMessages(messages),
      ...removingBelongings(user.id),
      ...forgettingMerges(user.id),
      (orm, onlyIf) => deleteSessionsOf(orm, user.id, { onlyIf }),
    ],
    view: selectCustomersToForget(deps),
  });
}

/**
 * Returns the columns of a deleted account, which no password opens. Stripe's ID is removed after
 * Stripe has deleted the customer.
 */
function anonymous(user: UserRow, deps: Deps) {
  return {
    username: formerName(user.id),
    password: '-',
    fullName: null,
    email: null,
    phone: null,
    address: null,
    boatName: null,
    boatType: null,
    typicalFuelCapacity: null,
    emailProvenAt: null,
    ...NO_PROOF,
    ...NO_RESET,
    updatedAt: deps.clock.now(),
  };
}
