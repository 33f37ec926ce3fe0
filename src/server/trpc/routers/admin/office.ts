import { byIdSchema } from '@/domain/fields';
import {
  invitationSchema,
  newInvitationSchema,
  roleChangeSchema,
} from '@/domain/staff/people.schema';
import {
  changePersonRole,
  deactivatePerson,
  invitePerson,
  listOffice,
  reinvitePerson,
} from '@/server/modules/people/people.usecases';
import { confirmed } from '@/server/trpc/confirmed';
import { office } from '@/server/trpc/init';

/** The people in the office and their roles. Every change requires a new proof. */
export const officeProcedures = {
  people: office('business').query(({ ctx }) => listOffice(ctx)),

  invitePerson: office('business')
    .use(confirmed)
    .input(invitationSchema)
    .mutation(({ ctx, input }) => invitePerson(ctx, input)),

  /** Sends another invitation to someone who hasn't accepted the first one or is inactive. */
  reinvitePerson: office('business')
    .use(confirmed)
    .input(newInvitationSchema)
    .mutation(({ ctx, input }) => reinvitePerson(ctx, input)),

  changePersonRole: office('business')
    .use(confirmed)
    .input(roleChangeSchema)
    .mutation(({ ctx, input }) => changePersonRole(ctx, input)),

  /** A proof is required here too, so a stolen session can't lock the other owners out. */
  deactivatePerson: office('business')
    .use(confirmed)
    .input(byIdSchema)
    .mutation(({ ctx, input }) => deactivatePerson(ctx, input)),
};
