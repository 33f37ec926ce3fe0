import * as z from 'zod/mini';
import { staffUsername } from '../account/drivers';
import { emailSchema } from '../account/sign-in.schema';
import { idSchema, requiredText } from '../fields';
import { OFFICE_ROLES } from './areas';

const role = z.enum(OFFICE_ROLES, 'Please select a role.');

/** A new person in the office. They choose their password with the link in the invitation. */
export const invitationSchema = z.object({
  fullName: requiredText('Please enter the person’s name.', 120),
  username: staffUsername,
  email: emailSchema('Please enter the person’s email address.'),
  role,
});
export type Invitation = z.infer<typeof invitationSchema>;

/** Another invitation, for someone who didn’t accept the first one or who was deactivated. */
export const newInvitationSchema = z.object({
  id: idSchema,
  email: invitationSchema.shape.email,
  role,
});
export type NewInvitation = z.infer<typeof newInvitationSchema>;

/** Another role. `read` is the role that the caller saw. */
export const roleChangeSchema = z.object({ id: idSchema, role, read: role });
export type RoleChange = z.infer<typeof roleChangeSchema>;
