import type { FieldValue } from '@/domain/edit-conflict';
import { beyondAreaText } from '@/domain/route/service-area';
import { slipText } from '../slip-text';
import { BelongingsList, type BelongingsListProps } from './belongings-list';
import { DockDialog, type Docks, type DockTyped } from './dock-dialog';

type Dock = Docks[number];
type Shared = Pick<
  BelongingsListProps<Dock>,
  'whose' | 'query' | 'prefer' | 'remove' | 'onChanged' | 'empty' | 'tight'
>;

export type DockListProps = Shared & {
  /** True for the customer's own docks. */
  isOwn: boolean;
  /** Adds a dock, or changes one if `dock` isn't null. */
  save: (dock: Dock | null, typed: DockTyped, read: Record<string, FieldValue>) => Promise<Docks>;
};

/** Lists a customer's docks. */
export function DockList({ isOwn, save, ...list }: DockListProps) {
  return (
    <BelongingsList
      {...list}
      noun="dock"
      icon="anchor"
      nameOf={({ label }) => label}
      factsOf={factsOf}
      dialog={(dock, close) => (
        <DockDialog
          dock={dock}
          isOwn={isOwn}
          save={(typed, read) => save(dock, typed, read)}
          onSaved={list.onChanged}
          onClose={close}
        />
      )}
    />
  );
}

function factsOf(dock: Dock): string {
  return [
    slipText(dock.slip),
    dock.gateCode && 'gate code saved',
    dock.latitude === null ? 'location not set' : 'location set',
    beyondAreaText(dock)?.replace('Outside', 'outside'),
  ]
    .filter(Boolean)
    .join(', ');
}
