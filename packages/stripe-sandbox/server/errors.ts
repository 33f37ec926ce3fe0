import type Stripe from 'stripe';

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** The `error` field of Stripe's answer. */
export interface ErrorBody {
  type: ErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
}

/**
 * An error in Stripe's format. `recorded` is true if the idempotency key stores it. The error of a
 * request that wasn't executed (wrong parameters, no API key) isn't stored.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly recorded: boolean;

  constructor(status: number, body: ErrorBody, recorded = true) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? {
          ...body,
          doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`,
        }
      : body;
    this.recorded = recorded;
  }
}

/** A parameter is missing or wrong, so nothing was executed. */
export function badParameter(message: string, param: string, code?: string): ApiError {
  return new ApiError(
    400,
    { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) },
    false,
  );
}

/** 400: the object's state doesn't allow the request. */
export function refused(message: string, more: Omit<ErrorBody, 'type' | 'message'> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more });
}

/**
 * 404: there's no such object. `noun` is Stripe's name for its kind ("customer", "payment_intent").
 */
export function missing(noun: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** 402: the card was refused. */
export function cardError(body: Omit<ErrorBody, 'type'>): ApiError {
  return new ApiError(402, { type: 'card_error', ...body });
}

/** 401: the API key is missing, of the wrong kind, or live. */
export function unauthorized(message: string, code?: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message, ...(code ? { code } : {}) },
    false,
  );
}
