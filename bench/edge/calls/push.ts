/** Notifications in the browsers of drivers and staff. */
import type { Calls } from '../call';
import type { Scene } from '../scene';

const browserOf = (scene: Scene) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/edge-${scene.next()}`,
  ...{ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});

async function subscribed(scene: Scene) {
  const browser = browserOf(scene);
  await scene.dana.visitor.trpc.push.subscribe.mutate(browser);
  return browser;
}

export const pushCalls: Calls = {
  'push.key': async (scene) => () => scene.dana.visitor.trpc.push.key.query(),
  'push.state': async (scene) => {
    const { endpoint } = await subscribed(scene);
    return () => scene.dana.visitor.trpc.push.state.query({ endpoint });
  },
  'push.subscribe': async (scene) => {
    const browser = browserOf(scene);
    return () => scene.dana.visitor.trpc.push.subscribe.mutate(browser);
  },
  'push.unsubscribe': async (scene) => {
    const { endpoint } = await subscribed(scene);
    return () => scene.dana.visitor.trpc.push.unsubscribe.mutate({ endpoint });
  },
  'push.sendTest': async (scene) => {
    const { endpoint } = await subscribed(scene);
    return () => scene.dana.visitor.trpc.push.sendTest.mutate({ endpoint });
  },
};
