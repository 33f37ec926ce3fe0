import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { profileSchema } from '@/domain/account/profile';
import { factorProofSchema } from '@/domain/account/second-factor.schema';
import { emergencySchema, loginSchema, registrationSchema } from '@/domain/account/sign-in.schema';
import type { AppRouter } from '@/server/trpc';
import { adminStatus, authStatus, profile, staffUser, toProfile, user } from '../answers/accounts';
import { operation } from '../operation';
import { asSent } from '../sent';

const account = { tag: 'Accounts', keys: 'none' } as const;

const profileChange = {
  ...account,
  method: 'PUT',
  notes:
    'Omitted fields stay unchanged. Changing the email requires currentPassword (otherwise 403 password_required), and the new address takes effect once it’s verified.',
  procedures: ['auth.updateProfile'],
  errors: [409],
  body: asSent(profileSchema),
  answer: profile,
} as const;

/** Returns only the user. The other fields of the answer are for our own pages. */
const userOf = ({ guestDeliveries, ...user }: inferRouterOutputs<AppRouter>['auth']['login']) =>
  user;

/** The caller's identity, and all ways to sign in. */
export const accountOperations = [
  operation({
    ...account,
    method: 'GET',
    path: '/api/auth/status',
    id: 'getAuthStatus',
    summary: 'Check whether the caller is signed in',
    procedures: ['auth.me'],
    answer: authStatus,
    call: async (caller) => {
      const me = await caller.auth.me();
      return { authenticated: me !== null, user: me && { id: me.id } };
    },
  }),
  operation({
    ...account,
    method: 'GET',
    path: '/api/auth/me',
    id: 'getMe',
    summary: 'Get the signed-in user',
    procedures: ['auth.requireMe'],
    answer: user,
    call: (caller) => caller.auth.requireMe(),
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/register',
    id: 'register',
    summary: 'Create an account and sign in',
    procedures: ['auth.register'],
    status: 201,
    errors: [409, 429],
    body: registrationSchema,
    answer: user,
    call: async (caller, { body }) => userOf(await caller.auth.register(body)),
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/login',
    id: 'logIn',
    summary: 'Sign in',
    notes: 'The response sets the session cookie.',
    procedures: ['auth.login'],
    errors: [429],
    body: loginSchema,
    answer: user,
    call: async (caller, { body }) => userOf(await caller.auth.login(body)),
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/admin-login',
    id: 'logInAdmin',
    summary: 'Sign in as an admin',
    procedures: ['auth.adminLogin'],
    errors: [429],
    body: loginSchema,
    answer: staffUser,
    call: (caller, { body }) => caller.auth.adminLogin(body),
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/second-factor',
    id: 'proveSecondFactor',
    summary: 'Complete two-step verification',
    notes:
      'After a 401 with the reason `second_factor`, send its challenge with one proof. The response is the same as for the sign-in.',
    procedures: ['auth.secondFactor'],
    errors: [429],
    body: asSent(factorProofSchema),
    answer: z.union([user, staffUser]),
    call: async (caller, { body }) => {
      const { user: view, asStaff } = await caller.auth.secondFactor(body);
      const { role, fullName, username } = view;
      return asStaff ? { role, fullName, username } : view;
    },
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/emergency-admin',
    id: 'openEmergencyAccess',
    summary: 'Get emergency access for 30 minutes, if it’s enabled',
    procedures: ['auth.emergencyLogin'],
    errors: [429],
    body: emergencySchema,
    answer: staffUser,
    call: (caller, { body }) => caller.auth.emergencyLogin(body),
  }),
  operation({
    ...account,
    method: 'GET',
    path: '/api/auth/admin-status',
    id: 'getAdminStatus',
    summary: 'Check whether the caller is an admin',
    procedures: ['auth.requireMe', 'auth.adminStatus'],
    answer: adminStatus,
    call: async (caller) => {
      await caller.auth.requireMe();
      const { isAdmin, user } = await caller.auth.adminStatus();
      return { isAdmin, user: user && { id: user.id, name: user.name } };
    },
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/logout',
    id: 'logOut',
    summary: 'Sign out',
    procedures: ['auth.logout'],
    answer: z.object({ ok: z.boolean() }),
    call: (caller) => caller.auth.logout(),
  }),
  operation({
    ...account,
    method: 'GET',
    path: '/api/user/profile',
    id: 'getProfile',
    summary: 'Get the profile',
    procedures: ['auth.requireMe'],
    answer: profile,
    call: async (caller) => toProfile(await caller.auth.requireMe()),
  }),
  operation({
    ...profileChange,
    path: '/api/user/profile',
    id: 'saveProfile',
    summary: 'Change the profile',
    call: async (caller, { body }) => toProfile(await caller.auth.updateProfile(body)),
  }),
  operation({
    ...profileChange,
    path: '/api/auth/profile',
    id: 'saveProfileAndPreferences',
    summary: 'Change the profile and preferences',
    call: async (caller, { body }) => toProfile(await caller.auth.updateProfile(body)),
  }),
];
