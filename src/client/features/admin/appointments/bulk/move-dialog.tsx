import { type ReactNode, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { TimeRange } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  isOfTarget,
  nearTargets,
  proposeMovesTo,
  type Room,
  type Target,
} from '@/domain/bulk/propose-moves';
import { type CalendarDate, formatLongDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { Line } from '../day/line';
import { CLOSES_DAY } from './bulk-dialog';
import { CloseEmptied, emptiedBy } from './close-emptied';
import { useBeginBulk } from './use-begin-bulk';

type Proposal = Outputs['admin']['proposeMoves'];
type TimeSlot = { date: CalendarDate; time: string };

type MoveDialogProps = {
  date: CalendarDate;
  /** The deliveries to move. If omitted, the whole day is moved and closed. */
  ids?: string[] | undefined;
  /** All deliveries of the day. */
  all: readonly Line[];
  /** Cancels the deliveries instead. Without it, that isn't offered. */
  onCancel?: () => void;
  onDone: () => void;
  onClose: () => void;
};

/** Proposes a new window for each delivery, lets staff change it, and moves them all. */
export function MoveDialog({ date, ids, all, onCancel, onDone, onClose }: MoveDialogProps) {
  // The proposal is read only once, because a later answer would change the selected windows.
  const proposal = trpc.admin.proposeMoves.useQuery(
    { date, ids },
    { refetchOnMount: 'always', refetchOnReconnect: false, gcTime: 0 },
  );
  const cancelInstead = onCancel ? (
    <Button variant="ghost" className="sm:me-auto" onClick={onCancel}>
      Cancel Deliveries Instead
    </Button>
  ) : null;
  if (proposal.data) {
    return (
      <Moves
        proposal={proposal.data}
        date={date}
        closesDay={!ids}
        all={all}
        cancelInstead={cancelInstead}
        onDone={onDone}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open size="lg" title={titleOf(date, !ids)} footer={cancelInstead} onClose={onClose}>
      {proposal.isError ? (
        <ErrorState title="We couldn’t load the open windows" onRetry={() => proposal.refetch()}>
          {problemOf(proposal.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading open windows" rows={8} rowClassName="h-11" />
      )}
    </Dialog>
  );
}

const titleOf = (date: CalendarDate, closesDay: boolean) =>
  closesDay ? `Move ${formatLongDate(date)}` : 'Move deliveries';

type MovesProps = {
  proposal: Proposal;
  date: CalendarDate;
  closesDay: boolean;
  all: readonly Line[];
  cancelInstead: ReactNode;
  onDone: () => void;
  onClose: () => void;
};

/** The new time slot of each delivery, by the delivery's ID. */
const schema = z.object({ to: z.record(z.string(), z.string()), closes: z.boolean() });
const STAYS = '';
const keyOf = ({ date, time }: TimeSlot) => `${date} ${time}`;
const proposedFor = ({ to }: Proposal['moves'][number]) => (to ? keyOf(to) : STAYS);

function Moves(props: MovesProps) {
  const { proposal, date, closesDay, all, cancelInstead, onDone, onClose } = props;
  const { moves, rooms, staying } = proposal;
  const begin = useBeginBulk();
  const form = useZodForm(schema, {
    defaultValues: {
      to: Object.fromEntries(moves.map((line) => [line.id, proposedFor(line)])),
      closes: true,
    },
    send: async ({ to, closes }) => {
      const timeSlots = new Map(rooms.map((room) => [keyOf(room), room]));
      await begin({
        kind: 'move',
        parts: moves.flatMap(({ id, version }) => {
          const timeSlot = timeSlots.get(to[id] ?? STAYS);
          return timeSlot ? [{ id, version, date: timeSlot.date, time: timeSlot.time }] : [];
        }),
        ...(closesDay ? { closeDate: date } : emptied.length > 0 && { keepsOpen: !closes }),
      });
      onDone();
    },
  });
  const chosen = form.watch('to');

  const taken = (key: string) => moves.filter(({ id }) => chosen[id] === key).length;
  const leftText = (room: (typeof rooms)[number]) => {
    const left = room.places - taken(keyOf(room));
    return left > 0 ? ` (${left} left)` : ' (full)';
  };
  const overfull = rooms.filter((room) => taken(keyOf(room)) > room.places);
  const leaving = moves.filter(({ id }) => (chosen[id] ?? STAYS) !== STAYS);
  const moving = leaving.length;
  const emptied = closesDay ? [] : emptiedBy(all, leaving);

  return (
    <FormDialog
      form={form}
      size="lg"
      title={titleOf(date, closesDay)}
      description={`${closesDay ? `${CLOSES_DAY} ` : ''}We’ll notify customers in 10 minutes. You can undo everything until then.`}
      submitLabel={`Move ${moving} ${moving === 1 ? 'Delivery' : 'Deliveries'}`}
      busyText="Starting…"
      cancelLabel="Not Now"
      otherAction={cancelInstead}
      disabled={moving === 0 || overfull.length > 0}
      backdropCloses={false}
      onClose={onClose}
      className="flex flex-col"
    >
      {overfull.length > 0 ? (
        <Callout tone="error" live className="mb-3">
          {overfull.map((room) => (
            <p key={keyOf(room)}>
              {timeSlotText(room)} has {room.places} open, but {taken(keyOf(room))} are selected.
            </p>
          ))}
        </Callout>
      ) : null}
      <CloseEmptied emptied={emptied} className="mb-3" {...form.register('closes')} />
      {staying > 0 ? (
        <p className="mb-3 text-muted">
          {staying === 1 ? '1 delivery is' : `${staying} deliveries are`} in progress or completed
          and won’t be moved.
        </p>
      ) : null}
      {moves.length === 0 ? (
        <EmptyState icon="calendar" title="No deliveries to move" />
      ) : (
        <>
          {moves.length > 1 ? (
            <MoveAll
              proposal={proposal}
              date={date}
              onMove={(to) => form.setValue('to', to, { shouldDirty: true })}
            />
          ) : null}
          <ul className="flex flex-col divide-y divide-edge/60">
            {moves.map((line) => (
              <li key={line.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                <span className="min-w-[min(100%,11rem)] flex-1">
                  <span className="font-semibold">{line.customerName ?? 'Guest'}</span>{' '}
                  <span className="text-muted">
                    {line.publicCode}, <TimeRange time={line.time} />
                    {line.customerReachable ? '' : ' (call them, because we can’t notify them)'}
                  </span>
                </span>
                <Select
                  {...form.register(`to.${line.id}`)}
                  aria-label={`New window for ${line.publicCode}`}
                  className="max-sm:w-full sm:w-88"
                  placeholder="Don’t move"
                  options={rooms.map((room) => ({
                    value: keyOf(room),
                    label: `${timeSlotText(room)}${keyOf(room) === chosen[line.id] ? '' : leftText(room)}`,
                  }))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}

type MoveAllProps = {
  proposal: Proposal;
  date: CalendarDate;
  /** Called with the new window of each delivery. */
  onMove: (to: Record<string, string>) => void;
};

/**
 * Selects a day or a window for all deliveries. Those that don't fit there go to other windows. The
 * nearest ones with room for all need only one press.
 */
function MoveAll({ proposal: { moves, rooms }, date, onMove }: MoveAllProps) {
  const [chosen, setChosen] = useState('');
  const [others, setOthers] = useState(0);
  const deliveries = moves.map(({ id, slotIndex }) => ({ id, date, slotIndex }));
  // The moves and rooms are read only once.
  const near = useMemo(() => nearTargets(deliveries, rooms, date), [moves, rooms]);
  const dates = [...new Set(rooms.map((room) => room.date))].sort();
  const targets = dates.flatMap((day): Target[] => [
    // On the day itself, the same times would move nothing.
    ...(day === date ? [] : [{ date: day, slotIndex: null }]),
    ...rooms.filter((room) => room.date === day),
  ]);
  const moveAll = (key: string) => {
    setChosen(key);
    const target = targets.find((one) => keyOfTarget(one) === key);
    if (!target) return;
    const isWanted = (room: Omit<Room, 'places'>) => isOfTarget(target, room);
    const moved = proposeMovesTo(deliveries, rooms, isWanted);
    setOthers(moved.filter(({ to }) => !to || !isWanted(to)).length);
    const keys = moved.map(({ id, to }) => [
      id,
      to ? keyOf({ date: to.date, time: timeSlotLabel(to.slotIndex) }) : STAYS,
    ]);
    onMove(Object.fromEntries(keys));
  };
  return (
    <div className="mb-3 flex flex-col gap-2">
      <Field label="Move All To">
        <Select
          placeholder="Select a day or window"
          value={chosen}
          onChange={({ target }) => moveAll(target.value)}
          options={targets.map((one) => ({ value: keyOfTarget(one), label: targetText(one) }))}
        />
      </Field>
      {near.length > 0 ? (
        <ul aria-label="Nearest with room for all" className="flex flex-wrap gap-2">
          {near.map((one) => (
            <li key={keyOfTarget(one)}>
              <Button
                size="sm"
                variant={keyOfTarget(one) === chosen ? 'primary' : 'quiet'}
                aria-pressed={keyOfTarget(one) === chosen}
                onClick={() => moveAll(keyOfTarget(one))}
              >
                {targetText(one)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {others > 0 ? (
        <Callout tone="warn" live>
          {others === 1 ? '1 delivery doesn’t' : `${others} deliveries don’t`} fit there. Check{' '}
          {others === 1 ? 'its' : 'their'} windows below.
        </Callout>
      ) : null}
    </div>
  );
}

const keyOfTarget = ({ date, slotIndex }: Target) => `${date} ${slotIndex ?? ''}`;

/** @returns a target, such as "Sun, Jun 14, at the same times" or "Sun, Jun 14, 10 AM - 12 PM" */
const targetText = ({ date, slotIndex }: Target) =>
  slotIndex === null
    ? `${dayText(date)}, at the same times`
    : timeSlotText({ date, time: timeSlotLabel(slotIndex) });

const dayText = (date: CalendarDate) => `${formatWeekday(date)}, ${formatMonthDay(date)}`;

/** @returns a date and window, such as "Sun, Jun 14, 10 AM - 12 PM" */
const timeSlotText = ({ date, time }: TimeSlot) =>
  `${dayText(date)}, ${time.replaceAll(':00', '')}`;
