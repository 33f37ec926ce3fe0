import { api } from '@/client/lib/trpc';

/**
 * Whether this browser shows notifications. `install` means that an iPhone only does so for a page on
 * the home screen.
 */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

/** Where a person works, which has its own registration of the worker. */
export type PushScope = '/driver' | '/admin';
const WORKER = '/driver-sw.js';

const isIos = () => /iPhone|iPad|iPod/.test(navigator.userAgent);
const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const registrationOf = (scope: PushScope) => navigator.serviceWorker.getRegistration(scope);

/** Reads the state without asking for permission. */
export async function readPushState(scope: PushScope): Promise<PushState> {
  if (!isSupported()) return isIos() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await registrationOf(scope))?.pushManager.getSubscription();
  if (!subscription || Notification.permission !== 'granted') return 'off';
  const { isOn } = await api.push.state.query({ endpoint: subscription.endpoint });
  return isOn ? 'on' : 'off';
}

/**
 * Turns notifications on. Call it only from a press of a button, because the browser asks for
 * permission.
 */
export async function turnOnPush(scope: PushScope): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(scope);
  const { publicKey } = await api.push.key.query();
  await navigator.serviceWorker.register(WORKER, { scope, updateViaCache: 'none' });
  const registration = await activeIn(scope);
  // A subscription made with another key can't get our notifications.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await api.push.subscribe.mutate({ endpoint: endpoint ?? '', p256dh, auth });
  return 'on';
}

/** Waits for the worker of a scope. `ready` only knows the one of the page itself. */
async function activeIn(scope: PushScope): Promise<ServiceWorkerRegistration> {
  const registration = await registrationOf(scope);
  if (!registration) throw new Error('the worker is not registered');
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
  return registration;
}

export async function turnOffPush(scope: PushScope): Promise<PushState> {
  const subscription = await (await registrationOf(scope))?.pushManager.getSubscription();
  if (!subscription) return 'off';
  await api.push.unsubscribe.mutate({ endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  return 'off';
}

/**
 * Removes everything of the person who signs out from this browser: its subscriptions, and the
 * notifications that it still shows. The server has already ended them, so this never fails.
 */
export async function endPush(): Promise<void> {
  if (!isSupported()) return;
  const end = async (registration: ServiceWorkerRegistration) => {
    for (const shown of await registration.getNotifications()) shown.close();
    await (await registration.pushManager.getSubscription())?.unsubscribe();
  };
  const all = await navigator.serviceWorker.getRegistrations().catch(() => []);
  await Promise.allSettled(all.map(end));
}

/** @returns false if the push service doesn't answer */
export async function sendTestPush(scope: PushScope): Promise<boolean> {
  const subscription = await (await registrationOf(scope))?.pushManager.getSubscription();
  if (!subscription) return false;
  return (await api.push.sendTest.mutate({ endpoint: subscription.endpoint })).isSent;
}

/** Calls back with the address of a pressed notification. Returns a function that ends this. */
export function onPushPressed(open: (url: URL) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const listener = ({ data }: MessageEvent) => {
    if (typeof data?.open === 'string') open(new URL(data.open, location.origin));
  };
  navigator.serviceWorker.addEventListener('message', listener);
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}
