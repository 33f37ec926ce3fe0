import { Elements } from '@stripe/react-stripe-js';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { CardForm, type CardFormProps } from './card-form';
import type { StripeAccount } from './stripe-for';
import type { StripeLoading } from './use-stripe';

export type CardAreaProps = CardFormProps & {
  loading: StripeLoading;
  account: StripeAccount;
  /** Shown when the fields could not be loaded: what stays unchanged. */
  reassurance: string;
};

/** The card fields with their loading and error states, and the test card in test mode. */
export function CardArea({ loading, account, reassurance, ...form }: CardAreaProps) {
  return (
    <>
      {loading.stripe ? (
        <Elements stripe={loading.stripe}>
          <CardForm {...form} />
        </Elements>
      ) : loading.failed ? (
        <ErrorState title="The card form could not be loaded" onRetry={loading.retry}>
          Check your connection and try again. {reassurance}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading the card form…" rows={3} rowClassName="h-[4.5rem]" />
      )}
      {account.sandboxBase === null ? null : (
        <Callout tone="info" className="mt-4">
          Test mode: use card <span className="tabular">4242 4242 4242 4242</span> with any date to
          come and any CVC. No money moves.
        </Callout>
      )}
    </>
  );
}
