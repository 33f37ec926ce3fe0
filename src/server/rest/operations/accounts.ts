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
    'What is left out stays. A new email needs currentPassword, else 403 password_required, and counts once it is confirmed.',
  procedures: ['auth.updateProfile'],
  errors: [409],
  body: asSent(profileSchema),
  answer: profile,
} as const;

/** The user alone: the rest of such an answer is for our own page. */
const userOf = ({ guestDeliveries, ...user }: inferRouterOutputs<AppRouter>['auth']['login']) =>
  user;

/** Who the caller is, and the ways to sign in. */
export const accountOperations = [
  operation({
    ...account,
    method: 'GET',
    path: '/api/auth/status',
    id: 'getAuthStatus',
    summary: 'Whether the caller is signed in',
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
    summary: 'The signed-in user',
    procedures: ['auth.requireMe'],
    answer: user,
    call: (caller) => caller.auth.requireMe(),
  }),
  operation({
    ...account,
    method: 'POST',
    path: '/api/auth/register',
    id: 'register',
    summary: 'Make an account and sign in',
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
    notes: 'The session is a cookie.',
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
    summary: 'The second step of a sign-in',
    notes:
      'After 401 `second_factor`: the challenge of that answer, and one proof. The answer is the one of the sign-in that began.',
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
    summary: 'Emergency access for 30 minutes, where it is enabled',
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
    summary: 'Whether the caller is an admin',
    procedures: ['auth.requireMe', 'auth.adminStatus'],
    answer: adminStatus,
    call: async (caller) => {
      await caller.auth.requireMe();
      return caller.auth.adminStatus();
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
    summary: 'The profile',
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
    summary: 'Change profile and preferences',
    call: async (caller, { body }) => toProfile(await caller.auth.updateProfile(body)),
  }),
];
