import type Stripe from 'stripe';
import { type Call, find, idOf } from './context';
import { EVIDENCE_FIELDS, moveDispute, saveDispute } from './dispute-moves';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams } from './params';

/** `GET /v1/disputes/:id`. */
export function retrieveDispute({ context, path, form }: Call): Stripe.Dispute {
  readParams(form, {});
  return find(context, 'dispute', path.id ?? '');
}

/** Takes evidence. As in Stripe's test mode its text decides: `winning_evidence`, `losing_evidence`. */
export function updateDispute({ context, path, form }: Call): Stripe.Dispute {
  const input = readParams(form, { evidence: 'hash', metadata: 'metadata', submit: 'boolean' });
  const before = find(context, 'dispute', path.id ?? '');
  const given = Object.entries(input.evidence ?? {}).filter(
    ([name, value]) => EVIDENCE_FIELDS.some((field) => field === name) && typeof value === 'string',
  );
  const submitted = input.submit ?? given.length > 0;
  const dispute = saveDispute(
    context,
    {
      ...before,
      metadata: mergeMetadata(before.metadata, input.metadata),
      evidence: { ...before.evidence, ...Object.fromEntries(given) },
      evidence_details: {
        ...before.evidence_details,
        has_evidence: before.evidence_details.has_evidence || given.length > 0,
        submission_count: before.evidence_details.submission_count + (submitted ? 1 : 0),
        submission_method: submitted ? 'manual' : before.evidence_details.submission_method,
      },
    },
    'updated',
  );
  if (!submitted) return dispute;
  const text = dispute.evidence.uncategorized_text;
  const move =
    text === 'winning_evidence' ? 'won' : text === 'losing_evidence' ? 'lost' : 'under_review';
  return moveDispute(context, dispute.id, move);
}

/** Accepts a dispute: it is lost at once. */
export function closeDispute({ context, path, form }: Call): Stripe.Dispute {
  readParams(form, {});
  return moveDispute(context, path.id ?? '', 'lost');
}

/** `GET /v1/disputes`, the latest first. */
export function listDisputes({ context, form }: Call) {
  const input = readParams(form, {
    ...PAGE,
    charge: 'string',
    payment_intent: 'string',
    created: 'range',
  });
  const parent =
    input.payment_intent ??
    (input.charge
      ? (idOf(find(context, 'charge', input.charge, 'charge').payment_intent) ?? undefined)
      : undefined);
  return listPage(context, 'dispute', '/v1/disputes', input, { parent, created: input.created });
}
