import { loginSchema, registrationSchema } from '@/domain/account/schemas';
import { hasRole } from '@/domain/roles';
import { currentUser, logIn, logInAdmin, register } from '@/server/modules/auth/auth.usecases';
import { closeSession } from '@/server/modules/auth/sessions.usecases';
import { anyone, router, signedIn } from '../init';

export const authRouter = router({
  /** The signed-in user, or null. */
  me: anyone.query(({ ctx }) => currentUser(ctx)),

  /** The signed-in user; 401 for a visitor. */
  requireMe: signedIn.query(({ ctx }) => currentUser(ctx)),

  /** Whether the caller is an admin; what the guard of /admin asks. */
  adminStatus: anyone.query(({ ctx }) => ({
    isAdmin: hasRole(ctx.actor, 'admin'),
    user: ctx.actor.kind === 'user' ? { id: ctx.actor.userId, name: ctx.actor.name } : null,
  })),

  register: anyone.input(registrationSchema).mutation(async ({ ctx, input }) => {
    const { user, session } = await register(
      { deps: ctx.deps, userAgent: ctx.request.userAgent },
      input,
    );
    ctx.cookies.setSession(session);
    return user;
  }),

  login: anyone.input(loginSchema).mutation(async ({ ctx, input }) => {
    const { user, session } = await logIn(
      { deps: ctx.deps, userAgent: ctx.request.userAgent },
      input,
    );
    ctx.cookies.setSession(session);
    return user;
  }),

  adminLogin: anyone.input(loginSchema).mutation(async ({ ctx, input }) => {
    const { user, session } = await logInAdmin(
      { deps: ctx.deps, userAgent: ctx.request.userAgent },
      input,
    );
    ctx.cookies.setSession(session);
    return { role: user.role, fullName: user.fullName, username: user.username };
  }),

  logout: anyone.mutation(async ({ ctx }) => {
    if (ctx.cookies.sessionToken) await closeSession(ctx, ctx.cookies.sessionToken);
    ctx.cookies.setSession(null);
    return { ok: true };
  }),
});
