import { useState } from 'react';
import { isDayOver } from '@/client/appointment/closed-text';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, Skeleton, SkeletonList } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { formatLongDate } from '@/domain/dates';
import { BlockFuturePanel } from './block-future-panel';
import { CapacityDialog } from './capacity-dialog';
import { DayPicker } from './day-picker';
import { RangePanel } from './range-panel';
import { TimeSlotList } from './time-slot-list';
import { capacityText, type StaffTimeSlot, useCalendar, useCalendarChanges } from './use-calendar';

/** The booking window, its time slots, and bulk actions. */
export function CalendarTab() {
  const [date, setDate] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ slot: StaffTimeSlot | null } | null>(null);
  const calendar = useCalendar(date);
  const changes = useCalendarChanges();
  const { data } = calendar;

  if (!data) {
    return calendar.isError ? (
      <ErrorState title="We couldn’t load the calendar" onRetry={() => calendar.refetch()}>
        {problemOf(calendar.error).message}
      </ErrorState>
    ) : (
      <div className="grid gap-4 xl:grid-cols-[3fr_2fr]">
        <SkeletonList label="Loading calendar" rows={2} rowClassName="h-56" />
        <Skeleton className="h-56 rounded-box" />
      </div>
    );
  }

  const chosen = date ?? data.today;
  // While another day loads, `data` still has the previous one.
  const slots = data.date === chosen ? data.timeSlots : null;
  const day = data.days.find((one) => one.date === chosen);
  const isClosed = slots !== null && data.closed !== null;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <div className="flex flex-col gap-4">
        <Panel
          tight
          icon="calendar"
          title="Availability"
          subtitle={`The next ${data.days.length} days. Changes take effect immediately.`}
        >
          <DayPicker days={data.days} today={data.today} value={chosen} onChange={setDate} />
        </Panel>
        <Panel
          tight
          icon="clock"
          title={formatLongDate(chosen)}
          actions={
            <>
              <Button
                size="sm"
                variant="quiet"
                disabled={isClosed || !slots?.some((slot) => slot.isAvailable && !slot.isOver)}
                onClick={() => changes.blockDays({ from: chosen })}
              >
                Block This Day
              </Button>
              <Button
                size="sm"
                variant="quiet"
                disabled={isClosed || !slots?.some((slot) => !slot.isAvailable && !slot.isOver)}
                onClick={() => changes.openDays({ from: chosen })}
              >
                Open This Day
              </Button>
            </>
          }
        >
          {day && isDayOver(day) ? (
            <p className="mb-3 flex items-center gap-2 text-muted">
              <Icon name="clock" size={18} />
              All of today’s windows are past. Customers can book starting tomorrow.
            </p>
          ) : null}
          {slots && data.closed !== null ? (
            <Callout className="mb-3">
              Closed: {data.closed}. To open this day, edit Settings → Hours.
            </Callout>
          ) : null}
          {slots ? (
            <TimeSlotList
              slots={slots}
              isClosed={isClosed}
              changes={changes}
              onCapacity={(slot) => setDialog({ slot })}
            />
          ) : calendar.isError ? (
            <ErrorState title="We couldn’t load this day" onRetry={() => calendar.refetch()} />
          ) : (
            <SkeletonList label="Loading windows" />
          )}
          <p className="mt-3 flex flex-wrap items-center justify-between gap-2 border-t border-edge/70 pt-3 text-muted">
            <span>
              Default capacity: <strong>{capacityText(data.defaultCapacity)}</strong> per window
            </span>
            <Button size="sm" variant="ghost" onClick={() => setDialog({ slot: null })}>
              Change Default
            </Button>
          </p>
        </Panel>
      </div>
      <div className="grid gap-4 md:max-xl:grid-cols-2">
        <RangePanel today={data.today} changes={changes} />
        <BlockFuturePanel lastBlock={data.lastBlock} changes={changes} />
      </div>
      {dialog ? (
        <CapacityDialog
          slot={dialog.slot}
          defaultCapacity={data.defaultCapacity}
          onClose={() => setDialog(null)}
          onSave={async (capacity, read) => {
            const saved = dialog.slot
              ? await changes.setCapacity(dialog.slot, capacity, read)
              : await changes.setDefaultCapacity(capacity ?? data.defaultCapacity, read);
            return saved !== null;
          }}
        />
      ) : null}
    </div>
  );
}
