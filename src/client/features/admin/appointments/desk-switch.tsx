import type { ReactNode } from 'react';
import { Tabs } from '@/client/components/tabs';
import { useIsEmergency } from '@/client/identity/use-emergency';
import type { DeskView } from './desk-view';

const VIEWS = [
  { id: 'board', label: 'Board', icon: 'boat' },
  { id: 'day', label: 'Day', icon: 'calendar' },
  { id: 'money', label: 'Payments', icon: 'dollar' },
] as const satisfies { id: DeskView; label: string; icon: string }[];

type DeskSwitchProps = {
  view: DeskView;
  onView: (view: DeskView) => void;
  /** The button next to the switch, shown in every view. */
  action: ReactNode;
  /** The selected view. */
  children: ReactNode;
};

/** Switches between the views of the Appointments tab. */
export function DeskSwitch({ view, onView, action, children }: DeskSwitchProps) {
  const isEmergency = useIsEmergency();
  return (
    <Tabs
      label="Appointment views"
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
