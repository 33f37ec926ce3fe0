import * as z from 'zod/mini';
import { boatEditSchema, boatSchema } from '@/domain/account/boats.schema';
import { dockEditSchema, dockSchema } from '@/domain/account/docks.schema';
import { accountDeletionSchema } from '@/domain/account/own-data';
import {
  recurringEditSchema,
  recurringSchema,
  recurringSkipSchema,
  recurringStatusSchema,
} from '@/domain/account/recurring';
import { byIdSchema } from '@/domain/fields';
import { ownTextsSchema } from '@/domain/messages/text-choice.schema';
import { confirmCardSchema } from '@/domain/payment/payment.schema';
import { readOwnTexts, setOwnTexts } from '@/server/modules/appointments/text-choice.usecases';
import {
  addBoat,
  editBoat,
  listBoats,
  removeBoat,
  setDefaultBoat,
} from '@/server/modules/boats/boats.usecases';
import {
  addDock,
  editDock,
  listDocks,
  readDockMap,
  removeDock,
  setDefaultDock,
} from '@/server/modules/boats/docks.usecases';
import { readLoyalty } from '@/server/modules/loyalty/loyalty.usecases';
import {
  deleteAccount,
  obstaclesToDeletion,
} from '@/server/modules/own-data/delete-account.usecases';
import { exportOwnData } from '@/server/modules/own-data/export.usecases';
import {
  beginCardSetup,
  confirmCardSetup,
} from '@/server/modules/payments/cards/account-cards.usecases';
import {
  listCards,
  removeCard,
  setDefaultCard,
} from '@/server/modules/payments/cards/saved-cards.usecases';
import { bookOwnRecurring } from '@/server/modules/recurring/book-recurring.usecases';
import {
  changeRecurring,
  createRecurring,
  editRecurring,
  listRecurring,
  showRecurringConsent,
  skipRecurring,
} from '@/server/modules/recurring/recurring.usecases';
import { router, senderOf, signedIn, signedInOnly } from '../init';
import { limited, photosLimited } from '../limits';
import { leave } from '../sessions';

/**
 * An account's boats, docks, cards, recurring deliveries, and points. Every change returns the
 * whole list.
 */
export const accountRouter = router({
  /** Whether the account's deliveries cause texts. */
  texts: signedIn.query(({ ctx }) => readOwnTexts(ctx)),
  setTexts: signedIn.input(ownTextsSchema).mutation(({ ctx, input }) => setOwnTexts(ctx, input)),

  boats: signedIn.query(({ ctx }) => listBoats(ctx)),
  addBoat: signedIn
    .input(boatSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => addBoat(ctx, input)),
  editBoat: signedIn
    .input(boatEditSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => editBoat(ctx, input)),
  removeBoat: signedIn.input(byIdSchema).mutation(({ ctx, input }) => removeBoat(ctx, input)),
  setDefaultBoat: signedIn
    .input(byIdSchema)
    .mutation(({ ctx, input }) => setDefaultBoat(ctx, input)),

  docks: signedIn.query(({ ctx }) => listDocks(ctx)),
  dockMap: signedIn.query(({ ctx }) => readDockMap(ctx)),
  addDock: signedIn.input(dockSchema).mutation(({ ctx, input }) => addDock(ctx, input)),
  editDock: signedIn.input(dockEditSchema).mutation(({ ctx, input }) => editDock(ctx, input)),
  removeDock: signedIn.input(byIdSchema).mutation(({ ctx, input }) => removeDock(ctx, input)),
  setDefaultDock: signedIn
    .input(byIdSchema)
    .mutation(({ ctx, input }) => setDefaultDock(ctx, input)),

  cards: signedIn.query(({ ctx }) => listCards(ctx)),
  setDefaultCard: signedIn
    .input(byIdSchema)
    .mutation(({ ctx, input }) => setDefaultCard(ctx, input)),
  /** Begins to add a card without an appointment, at $0.00. */
  beginCard: signedIn.input(z.void()).mutation(({ ctx }) => beginCardSetup(ctx, senderOf(ctx))),
  confirmCard: signedIn
    .input(confirmCardSchema)
    .mutation(({ ctx, input }) => confirmCardSetup(ctx, input)),
  removeCard: signedIn.input(byIdSchema).mutation(({ ctx, input }) => removeCard(ctx, input)),

  recurring: signedIn.query(({ ctx }) => listRecurring(ctx)),
  showRecurringConsent: signedIn.input(z.void()).mutation(({ ctx }) => showRecurringConsent(ctx)),
  addRecurring: signedIn
    .input(recurringSchema)
    .mutation(({ ctx, input }) => createRecurring(ctx, input)),
  editRecurring: signedIn
    .input(recurringEditSchema)
    .mutation(({ ctx, input }) => editRecurring(ctx, input)),
  /** Skips the next date. */
  skipRecurring: signedIn
    .input(recurringSkipSchema)
    .mutation(({ ctx, input }) => skipRecurring(ctx, input)),
  /** Books the dates that the job would book in the next minutes. */
  bookRecurring: signedIn.input(z.void()).mutation(({ ctx }) => bookOwnRecurring(ctx)),
  /** Pauses, resumes, or cancels a recurring delivery. */
  changeRecurring: signedIn
    .input(recurringStatusSchema)
    .mutation(({ ctx, input }) => changeRecurring(ctx, input)),

  loyalty: signedIn.query(({ ctx }) => readLoyalty(ctx)),

  /** All of the caller's stored data, for a download. */
  ownData: signedInOnly.query(({ ctx }) => exportOwnData(ctx)),
  /** The deliveries to settle before the account can be deleted. */
  deletionObstacles: signedIn.query(({ ctx }) => obstaclesToDeletion(ctx)),
  /** Deletes the account and ends all its sessions. */
  delete: signedIn
    .input(accountDeletionSchema)
    .use(limited('passwordCheck'))
    .mutation(async ({ ctx, input }) => {
      const done = await deleteAccount(ctx, input);
      leave(ctx);
      return done;
    }),
});
