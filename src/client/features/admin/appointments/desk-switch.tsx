import type { ReactNode } from 'react';
import { Tabs } from '@/client/components/tabs';
import { useIsEmergency } from '@/client/identity/use-emergency';
import type { DeskView } from './desk-view';

const VIEWS = [
  { id: 'board', label: 'Board', icon: 'boat' },
  { id: 'day', label: 'Day', icon: 'calendar' },
  { id: 'money', label: 'Money', icon: 'dollar' },
] as const satisfies { id: DeskView; label: string; icon: string }[];

type DeskSwitchProps = {
  view: DeskView;
  onView: (view: DeskView) => void;
  /** What can be done in every view, beside the switch. */
  action: ReactNode;
  /** The chosen view. */
  children: ReactNode;
};

/** The switch between the views of the Appointments tab. */
export function DeskSwitch({ view, onView, action, children }: DeskSwitchProps) {
  const isEmergency = useIsEmergency();
  return (
    <Tabs
      label="View of the appointments"
      items={isEmergency ? VIEWS.filter(({ id }) => id !== 'money') : VIEWS}
      value={view}
      onChange={onView}
      narrow
      after={action}
    >
      {children}
    </Tabs>
  );
}
