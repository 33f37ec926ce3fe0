import { useState } from 'react';
import { Button, buttonClass } from '@/client/components/button';
import { dismissToast } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { PhoneLink } from '@/client/components/phone-link';
import type { ShownDay } from './day/driver-day';
import { canStayAwake, type useStayAwake } from './day/stay-awake';
import { Duty } from './duty';
import { FeedLinkButton } from './feed-link-button';
import type { PerformAction } from './outbox/perform-action';
import { ReportDialog } from './reports/report-dialog';
import { RouteDialog } from './route-dialog';

type QuickActionsProps = {
  day: ShownDay;
  /** Whether the screen stays on while en route, and the function that changes it. */
  stayAwake: ReturnType<typeof useStayAwake>;
  /** How far the server's clock is ahead of the device's (ms). */
  aheadMs: number | null;
  isOwn: boolean;
  userId: string;
  perform: PerformAction;
};

/** The buttons below the deliveries. */
export function QuickActions(props: QuickActionsProps) {
  const { day, stayAwake, aheadMs, isOwn, userId, perform } = props;
  const [isAwake, setAwake] = stayAwake;
  const [shown, setShown] = useState<'report' | 'route' | null>(null);
  const close = () => setShown(null);
  const open = (which: 'report' | 'route') => {
    dismissToast();
    setShown(which);
  };
  return (
    <Panel title="Quick Actions" className="mt-6">
      <div className="grid gap-3 sm:grid-cols-3">
        <Button variant="quiet" size="lg" icon="warning" onClick={() => open('report')}>
          Report Issue
        </Button>
        <PhoneLink
          phone={day.dispatchPhone}
          className={buttonClass({ variant: 'quiet', size: 'lg' })}
        >
          <Icon name="phone" size={22} />
          Contact Dispatch
        </PhoneLink>
        <Button variant="quiet" size="lg" icon={OTHER_ICONS.map} onClick={() => open('route')}>
          View Route Map
        </Button>
        <Duty day={day} aheadMs={aheadMs} isOwn={isOwn} perform={perform} />
        {isOwn ? <FeedLinkButton driverName={day.driver.name.slice(0, 40)} /> : null}
      </div>
      {isOwn && canStayAwake() ? (
        <Checkbox
          label="Keep the screen on while I’m en route"
          className="mt-3"
          checked={isAwake}
          onChange={(event) => setAwake(event.currentTarget.checked)}
        />
      ) : null}
      {shown === 'report' ? (
        <ReportDialog day={day} userId={userId} perform={perform} onClose={close} />
      ) : null}
      <RouteDialog day={day} perform={perform} open={shown === 'route'} onClose={close} />
    </Panel>
  );
}
