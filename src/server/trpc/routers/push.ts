import { endpointSchema, subscribeSchema } from '@/domain/push/subscription.schema';
import {
  readPushKey,
  readSubscription,
  sendTestPush,
  subscribe,
  unsubscribe,
} from '@/server/modules/push/subscriptions.usecases';
import { router, staff } from '../init';

/** Notifications in the browsers of drivers and the office. */
export const pushRouter = router({
  key: staff.query(({ ctx }) => readPushKey(ctx)),

  /** Whether this browser gets the caller's notifications. */
  state: staff.input(endpointSchema).query(({ ctx, input }) => readSubscription(ctx, input)),

  subscribe: staff.input(subscribeSchema).mutation(({ ctx, input }) => {
    const { sessionToken } = ctx.cookies;
    return subscribe(ctx, { ...input, sessionToken });
  }),

  unsubscribe: staff.input(endpointSchema).mutation(({ ctx, input }) => unsubscribe(ctx, input)),

  sendTest: staff.input(endpointSchema).mutation(({ ctx, input }) => sendTestPush(ctx, input)),
});
