import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  ACCOUNT_FACTS,
  ACCOUNTS,
  JOURNAL_PROGRAMS,
  PROGRAM_LABELS,
} from '@/domain/accounting/accounts';
import { ChangeAccountsDialog } from './change-accounts-dialog';

/** Shows the accounts that the journal posts to, as QuickBooks and Xero name them. */
export function AccountsPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const view = trpc.admin.accounts.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      id="accounting"
      icon="receipt"
      title="Accounting"
      subtitle="The accounts in the journal that you download on the Months screen."
      actions={
        view.data ? (
          <Button size="sm" variant="quiet" icon="edit" onClick={() => setIsOpen(true)}>
            Change Accounts
          </Button>
        ) : null
      }
    >
      {view.data ? (
        <Accounts view={view.data} />
      ) : view.isError ? (
        <ErrorState title="We couldn’t load the accounts" onRetry={() => view.refetch()}>
          {problemOf(view.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-96 rounded-field" />
      )}
      {isOpen && view.data ? (
        <ChangeAccountsDialog
          view={view.data}
          readAgain={async () => (await view.refetch()).data}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

function Accounts({ view: { map, change } }: { view: Outputs['admin']['accounts'] }) {
  return (
    <>
      {/* On a narrow screen, each account is a block. */}
      <table className="w-full wrap-anywhere max-sm:block">
        <caption className="sr-only">Journal accounts</caption>
        <thead className="max-sm:sr-only">
          <tr className="text-muted">
            <th scope="col" className="py-1.5 pe-3 text-start font-medium">
              Account
            </th>
            {JOURNAL_PROGRAMS.map((program) => (
              <th
                key={program}
                scope="col"
                className="py-1.5 ps-3 text-start font-medium whitespace-nowrap"
              >
                {PROGRAM_LABELS[program]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {ACCOUNTS.map((account) => (
            <tr
              key={account}
              className="border-t border-edge/70 align-top max-sm:block max-sm:py-1.5"
            >
              <th scope="row" className="text-start font-normal max-sm:block sm:py-1.5 sm:pe-3">
                {ACCOUNT_FACTS[account].label}
                <span className="block text-sm text-muted max-sm:hidden">
                  {ACCOUNT_FACTS[account].hint}
                </span>
              </th>
              {JOURNAL_PROGRAMS.map((program) => (
                <td key={program} className="font-semibold max-sm:block sm:py-1.5 sm:ps-3">
                  <span className="font-normal text-muted sm:hidden">
                    {PROGRAM_LABELS[program]}:{' '}
                  </span>
                  {map.accounts[account][program]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        Tax rate in Xero: {map.xeroTaxRate}.{' '}
        {change ? `Changed by ${change.by}, ${change.at}.` : 'These are the defaults.'}
      </p>
    </>
  );
}
