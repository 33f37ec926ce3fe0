import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  ACCOUNT_FACTS,
  ACCOUNTS,
  type Account,
  type AccountNames,
  JOURNAL_PROGRAMS,
  PROGRAM_LABELS,
  USUAL_XERO_TAX_RATE,
} from '@/domain/accounting/accounts';
import { accountsSchema } from '@/domain/accounting/accounts.schema';

type Accounts = Outputs['admin']['accounts'];

type ChangeAccountsDialogProps = {
  view: Accounts;
  /** Reads the accounts again after someone else changed them. */
  readAgain: () => Promise<Accounts | undefined>;
  onClose: () => void;
};

/** Edits the names of the journal's accounts. A blank name returns to its default. */
export function ChangeAccountsDialog({ view, readAgain, onClose }: ChangeAccountsDialogProps) {
  const utils = trpc.useUtils();
  const changing = trpc.admin.changeAccounts.useMutation();
  const form = useZodForm(accountsSchema, {
    defaultValues: {
      accounts: namesIn(view),
      xeroTaxRate: view.saved.xeroTaxRate ?? '',
      readEntry: view.newestEntry,
    },
    send: async (typed) => {
      utils.admin.accounts.setData(undefined, await changing.mutateAsync(typed));
      toastSuccess('Accounts Saved', 'Your next journal download will use them.');
      onClose();
    },
    onFailed: async (problem, field) => {
      if (field) return;
      form.setError('root', { message: problem.message });
      if (problem.reason !== 'changed_meanwhile') return;
      // The list behind the dialog now shows the other change, so saving again is deliberate.
      const fresh = await readAgain();
      if (fresh) form.setValue('readEntry', fresh.newestEntry);
    },
  });
  const { errors, register } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      title="Change accounts"
      description="Enter the account’s name in QuickBooks, or its code in Xero. Leave a field blank to use the default."
      submitLabel="Save Accounts"
      busyText="Saving…"
      onClose={onClose}
    >
      {ACCOUNTS.map((account) => (
        <fieldset key={account}>
          <legend className="font-semibold">{ACCOUNT_FACTS[account].label}</legend>
          <p className="mb-1 text-sm text-muted">{ACCOUNT_FACTS[account].hint}</p>
          <div className="grid grid-cols-[2fr_1fr] items-start gap-4">
            {JOURNAL_PROGRAMS.map((program) => (
              <Field
                key={program}
                label={PROGRAM_LABELS[program]}
                error={errors.accounts?.[account]?.[program]?.message}
              >
                <TextInput
                  {...register(`accounts.${account}.${program}`)}
                  placeholder={ACCOUNT_FACTS[account].usual[program]}
                  autoComplete="off"
                  verbatim
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
      <Field
        label="Tax Rate in Xero"
        hint="Enter the name of a 0% rate. The journal has separate lines for tax."
        error={errors.xeroTaxRate?.message}
      >
        <TextInput
          {...register('xeroTaxRate')}
          placeholder={USUAL_XERO_TAX_RATE}
          autoComplete="off"
          verbatim
        />
      </Field>
    </FormDialog>
  );
}

const namesIn = ({ saved }: Accounts) =>
  Object.fromEntries(
    ACCOUNTS.map((account) => [account, { quickbooks: '', xero: '', ...saved.accounts[account] }]),
  ) as Record<Account, AccountNames>;
