import { Elements } from '@stripe/react-stripe-js';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { CardForm, type CardFormProps } from './card-form';
import type { StripeAccount } from './stripe-for';
import type { StripeLoading } from './use-stripe';
import { useWalletState, WalletArea, type WalletAreaProps } from './wallet-area';

export type CardAreaProps = CardFormProps & {
  loading: StripeLoading;
  account: StripeAccount;
  /** The sentence about what stays the same, shown if the fields don't load. */
  reassurance: string;
  wallet: Omit<WalletAreaProps, 'disabled'>;
};

/**
 * Shows the card fields, or their loading or error state. Test mode adds the test card's number.
 */
export function CardArea({ loading, account, reassurance, wallet, ...form }: CardAreaProps) {
  const wallets = useWalletState();
  // The fields wait until the wallets above them are known, so that nothing moves.
  const skeleton = (
    <SkeletonList label="Loading the card form…" rows={3} rowClassName="h-[4.5rem]" />
  );
  return (
    <>
      {loading.stripe ? (
        <>
          <WalletArea {...wallet} {...wallets} stripe={loading.stripe} disabled={form.disabled} />
          {wallets.state === 'unknown' ? (
            skeleton
          ) : (
            <Elements stripe={loading.stripe}>
              <CardForm {...form} />
            </Elements>
          )}
        </>
      ) : loading.failed ? (
        <ErrorState title="We couldn’t load the card form" onRetry={loading.retry}>
          Check your connection and try again. {reassurance}
        </ErrorState>
      ) : (
        skeleton
      )}
      {account.sandboxBase === null ? null : (
        <Callout tone="info" className="mt-4">
          Test mode: use card <span className="tabular">4242 4242 4242 4242</span> with any future
          date and any CVC. You won’t be charged.
        </Callout>
      )}
    </>
  );
}
