import { type ReactNode, useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import type { IconName } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { attempt } from './attempt';
import { Listed, RowActions, RowText } from './listed';

/**
 * The account page loads its lists before it shows them. For this long afterward (ms), a list isn't loaded
 * again.
 */
export const JUST_LOADED_MS = 5_000;

type Belonging = { id: string; isDefault: boolean };

type Change<Row> = { mutateAsync: (input: { id: string }) => Promise<Row[]> };

export type BelongingsListProps<Row extends Belonging> = {
  /** The singular, such as "boat". */
  noun: string;
  /** Whose list it is, such as "your". */
  whose: string;
  icon: IconName;
  query: { data: Row[] | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  prefer: Change<Row>;
  remove: Change<Row>;
  /** Called with the list after a change. */
  onChanged: (all: Row[]) => void;
  nameOf: (row: Row) => string;
  /** Returns a row's second line. */
  factsOf: (row: Row) => ReactNode;
  empty: ReactNode;
  tight?: boolean;
  /** Returns the dialog that edits a row, or adds one if the row is null. */
  dialog: (row: Row | null, close: () => void) => ReactNode;
};

/** Lets a customer, or staff for them, add, edit, and remove boats or docks, and select the default. */
export function BelongingsList<Row extends Belonging>(props: BelongingsListProps<Row>) {
  const { noun, whose, icon, query, prefer, remove, onChanged } = props;
  const { nameOf, factsOf, empty, dialog, tight } = props;
  const { confirm, confirmDialog } = useConfirm();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;

  const show = (all: Row[] | null) => {
    if (all) onChanged(all);
  };
  const removeOne = async (row: Row) => {
    const isSure = await confirm({
      title: `Remove this ${noun}?`,
      description: nameOf(row),
      confirmLabel: `Remove ${title}`,
      cancelLabel: `Keep ${title}`,
      danger: true,
    });
    if (isSure)
      show(await attempt(`${title} Not Removed`, () => remove.mutateAsync({ id: row.id })));
  };
  const preferOne = async (row: Row) =>
    show(await attempt(`Default ${title} Not Changed`, () => prefer.mutateAsync({ id: row.id })));

  return (
    <Panel
      tight={tight}
      title={`${title}s`}
      icon={icon}
      actions={
        <Button size="sm" variant="quiet" icon="plus" onClick={() => setEdited('new')}>
          Add {title}
        </Button>
      }
    >
      <Listed what={`${whose} ${noun}s`} query={query} rows={query.data} empty={empty}>
        {(row) => (
          <>
            <RowText title={nameOf(row)}>{factsOf(row)}</RowText>
            <RowActions>
              {row.isDefault ? (
                <Badge tone="green">Default</Badge>
              ) : (
                <Button size="sm" variant="ghost" onClick={() => preferOne(row)}>
                  Make Default
                </Button>
              )}
              <IconButton
                icon="edit"
                size="sm"
                label={`Edit ${nameOf(row)}`}
                onClick={() => setEdited(row)}
              />
              <IconButton
                icon={OTHER_ICONS.trash}
                size="sm"
                label={`Remove ${nameOf(row)}`}
                onClick={() => removeOne(row)}
              />
            </RowActions>
          </>
        )}
      </Listed>
      {edited ? dialog(edited === 'new' ? null : edited, () => setEdited(null)) : null}
      {confirmDialog}
    </Panel>
  );
}
