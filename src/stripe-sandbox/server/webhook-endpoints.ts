import type Stripe from 'stripe';
import { API_VERSION, type Call, find, newId } from './context';
import { badParameter } from './errors';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams, textOr } from './params';

function checkUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw badParameter('Not a valid URL', 'url', 'url_invalid');
}

/** Registers an address for events. Only this answer carries its signing secret. */
export function createWebhookEndpoint({ context, form }: Call): Stripe.WebhookEndpoint {
  const input = readParams(form, {
    url: 'string!',
    enabled_events: 'strings',
    description: 'string',
    metadata: 'metadata',
    api_version: 'string',
  });
  checkUrl(input.url);
  if (!input.enabled_events?.length)
    throw badParameter(
      'Missing required param: enabled_events.',
      'enabled_events',
      'parameter_missing',
    );
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: input.api_version ?? API_VERSION,
    application: null,
    created: context.now,
    description: input.description || null,
    enabled_events: input.enabled_events,
    livemode: false,
    metadata: mergeMetadata(null, input.metadata),
    status: 'enabled',
    url: input.url,
  };
  const secret = newId('whsec', 32);
  context.store.insert('webhook_endpoint', endpoint);
  context.store.setSetting(`webhook_secret:${endpoint.id}`, secret);
  return { ...endpoint, secret };
}

/** `GET /v1/webhook_endpoints/:id`. */
export function retrieveWebhookEndpoint({ context, path, form }: Call): Stripe.WebhookEndpoint {
  readParams(form, {});
  return find(context, 'webhook_endpoint', path.id ?? '');
}

/** `POST /v1/webhook_endpoints/:id`. */
export function updateWebhookEndpoint({ context, path, form }: Call): Stripe.WebhookEndpoint {
  const input = readParams(form, {
    url: 'string',
    enabled_events: 'strings',
    description: 'string',
    metadata: 'metadata',
    disabled: 'boolean',
  });
  if (input.url) checkUrl(input.url);
  const before = find(context, 'webhook_endpoint', path.id ?? '');
  const endpoint: Stripe.WebhookEndpoint = {
    ...before,
    url: input.url ?? before.url,
    enabled_events: input.enabled_events ?? before.enabled_events,
    description: textOr(input.description, before.description),
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...(input.disabled === undefined ? {} : { status: input.disabled ? 'disabled' : 'enabled' }),
  };
  context.store.update('webhook_endpoint', endpoint);
  return endpoint;
}

/** `DELETE /v1/webhook_endpoints/:id`. */
export function deleteWebhookEndpoint({
  context,
  path,
  form,
}: Call): Stripe.DeletedWebhookEndpoint {
  readParams(form, {});
  const endpoint = find(context, 'webhook_endpoint', path.id ?? '');
  context.store.remove('webhook_endpoint', endpoint.id);
  return { id: endpoint.id, object: 'webhook_endpoint', deleted: true };
}

/** `GET /v1/webhook_endpoints`, the latest first. */
export function listWebhookEndpoints({ context, form }: Call) {
  return listPage(context, 'webhook_endpoint', '/v1/webhook_endpoints', readParams(form, PAGE), {});
}
