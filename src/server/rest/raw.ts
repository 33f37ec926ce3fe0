import { DomainError, SENTENCES } from '@/domain/errors';
import type { Deps } from '@/server/deps';
import { receiveWebhook } from '@/server/modules/payments/webhook.usecases';
import { readPhoto } from '@/server/modules/photos/photos.usecases';
import type { Context } from '@/server/trpc/init';

/** Stripe's events: the body must stay as it was signed, so it never passes a parser. */
export async function webhook(deps: Deps, request: Request): Promise<Response> {
  try {
    await receiveWebhook(
      { deps },
      { body: await request.text(), signature: request.headers.get('stripe-signature') },
    );
    return Response.json({ received: true });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Response.json({ message: error.message }, { status: 400 });
  }
}

/** A delivery photo, for staff and for whoever booked; 404 for everybody else. */
export async function photo(context: Context, id: string): Promise<Response> {
  const jpeg = await readPhoto(context, { id });
  if (!jpeg) return Response.json({ message: SENTENCES.notFound }, { status: 404 });
  return new Response(jpeg as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline',
    },
  });
}
