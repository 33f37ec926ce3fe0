import { type ReactNode, useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import type { IconName } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { attempt } from './attempt';
import { Listed, RowText } from './listed';

type Belonging = { id: string; isDefault: boolean };

type Change<Row> = { mutateAsync: (input: { id: string }) => Promise<Row[]> };

type BelongingsListProps<Row extends Belonging> = {
  /** In the singular: "boat". */
  noun: string;
  icon: IconName;
  query: { data: Row[] | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  prefer: Change<Row>;
  remove: Change<Row>;
  /** Shows the list as a change left it. */
  onChanged: (all: Row[]) => void;
  nameOf: (row: Row) => string;
  /** The second line of a row. */
  factsOf: (row: Row) => ReactNode;
  empty: ReactNode;
  /** The dialog of one; null for a new one. */
  dialog: (row: Row | null, close: () => void) => ReactNode;
};

/** The boats or the docks of a customer: added, edited and removed, and one of them the default. */
export function BelongingsList<Row extends Belonging>(props: BelongingsListProps<Row>) {
  const { noun, icon, query, prefer, remove, onChanged, nameOf, factsOf, empty, dialog } = props;
  const { confirm, confirmDialog } = useConfirm();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;

  const show = (all: Row[] | null) => {
    if (all) onChanged(all);
  };
  const removeOne = async (row: Row) => {
    const sure = await confirm({
      title: `Remove this ${noun}?`,
      description: nameOf(row),
      confirmLabel: `Remove ${noun}`,
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (sure) show(await attempt(`${title} not removed`, () => remove.mutateAsync({ id: row.id })));
  };
  const preferOne = async (row: Row) =>
    show(await attempt(`${title} not changed`, () => prefer.mutateAsync({ id: row.id })));

  return (
    <Panel
      title={`${title}s`}
      icon={icon}
      actions={
        <Button size="sm" variant="quiet" icon="plus" onClick={() => setEdited('new')}>
          Add {noun}
        </Button>
      }
    >
      <Listed what={`your ${noun}s`} query={query} rows={query.data} empty={empty}>
        {(row) => (
          <>
            <RowText title={nameOf(row)}>{factsOf(row)}</RowText>
            {row.isDefault ? (
              <Badge tone="green">Default</Badge>
            ) : (
              <Button size="sm" variant="ghost" onClick={() => preferOne(row)}>
                Make default
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
          </>
        )}
      </Listed>
      {edited ? dialog(edited === 'new' ? null : edited, () => setEdited(null)) : null}
      {confirmDialog}
    </Panel>
  );
}
