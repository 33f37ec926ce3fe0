import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import type { IconName } from '@/client/components/icon';
import { Panel } from '@/client/components/panel';
import { Select, type SelectOption } from '@/client/components/select';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { SecretDialog } from './secret-dialog';

/** A key or link in the list. */
export type AccessLine = {
  id: string;
  name: string;
  facts: ReactNode;
  badge?: ReactNode;
  revocable: boolean;
};

type AccessPanelProps = {
  icon: IconName;
  title: string;
  subtitle: string;
  /** "key" or "link", in sentences and on buttons. */
  noun: string;
  choice: { label: string; options: SelectOption[] };
  /** Undefined while loading. */
  lines: AccessLine[] | undefined;
  isError: boolean;
  onRetry: () => unknown;
  /** Resolves to the secret. */
  onCreate: (input: { name: string; choice: string }) => Promise<string>;
  onRevoke: (id: string) => Promise<unknown>;
  revokeText: string;
};

/** Secrets that let others in: made, shown once, listed and revoked. */
export function AccessPanel(props: AccessPanelProps) {
  const { icon, title, subtitle, noun, choice, lines, onCreate, onRevoke } = props;
  const first = choice.options[0]?.value ?? '';
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { confirm, confirmDialog } = useConfirm();

  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError('Please enter a name of up to 60 characters.');
    setBusy(true);
    try {
      setSecret(await onCreate({ name, choice: chosen }));
      setName('');
    } catch (failure) {
      setError(problemOf(failure).message);
    }
    setBusy(false);
  };
  const revoke = async (line: AccessLine) => {
    const yes = await confirm({
      danger: true,
      title: `Revoke ${line.name}?`,
      description: props.revokeText,
      confirmLabel: `Revoke ${noun}`,
    });
    if (!yes) return;
    try {
      await onRevoke(line.id);
      toast({ variant: 'success', title: `${line.name} is revoked` });
    } catch (failure) {
      toast({
        variant: 'destructive',
        title: `The ${noun} was not revoked`,
        description: problemOf(failure).message,
      });
    }
  };

  return (
    <Panel tight icon={icon} title={title} subtitle={subtitle}>
      <form noValidate onSubmit={create} className="flex flex-wrap items-start gap-2">
        <Field label="Name" error={error} className="min-w-40 flex-2">
          <TextInput
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setError(null);
              setName(event.currentTarget.value);
            }}
          />
        </Field>
        <Field label={choice.label} className="min-w-36 flex-1">
          <Select
            value={chosen}
            options={choice.options}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" variant="quiet" className="max-sm:basis-full sm:mt-7.5" busy={busy}>
          Make {noun}
        </Button>
      </form>
      {lines ? (
        lines.length === 0 ? (
          <EmptyState icon={icon} title={`No ${noun}s yet`} className="!py-4" />
        ) : (
          <ul className="mt-3 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
            {lines.map((line) => (
              <li key={line.id} className="flex items-center gap-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-semibold wrap-anywhere">{line.name}</span>
                    {line.badge}
                  </p>
                  <p className="text-sm wrap-anywhere text-muted">{line.facts}</p>
                </div>
                {line.revocable ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="text-error"
                    aria-label={`Revoke ${line.name}`}
                    onClick={() => revoke(line)}
                  >
                    Revoke
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )
      ) : props.isError ? (
        <ErrorState title={`The ${noun}s could not be loaded`} onRetry={props.onRetry} />
      ) : (
        <SkeletonList label={`Loading ${noun}s`} className="mt-3" rowClassName="h-10" rows={2} />
      )}
      {secret ? (
        <SecretDialog title={`Your new ${noun}`} secret={secret} onClose={() => setSecret(null)} />
      ) : null}
      {confirmDialog}
    </Panel>
  );
}
