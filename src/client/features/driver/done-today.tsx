import { useState } from 'react';
import * as z from 'zod/mini';
import { dockText } from '@/client/appointment/slip-text';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { PhotoField } from '@/client/components/photo/photo-field';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { deliveryPhotoSchema } from '@/domain/driver/driver.schema';
import { formatGallons, NO_GALLONS } from '@/domain/money';
import { iceSizesText } from '@/domain/order/order';
import { useDayInstants } from './day/day-instants';
import type { ShownDay } from './day/driver-day';
import type { QueuedAction } from './outbox/device-action';
import type { PerformAction } from './outbox/perform-action';
import { usePhotoSide } from './outbox/use-photo-side';
import { WrongFiguresDialog } from './reports/wrong-figures-dialog';
import { PayCodeButton } from './stop/pay-code-button';
import { type Due, lastDue } from './to-be-paid';

type Done = ShownDay['done'][number];
type DoneTodayProps = {
  day: ShownDay;
  queued: readonly QueuedAction[];
  perform: PerformAction;
};

/**
 * Today's completed deliveries and, after midnight, yesterday's without a photo. Photos can be
 * added here.
 */
export function DoneToday({ day, ...rest }: DoneTodayProps) {
  const { done, withoutPhoto = [] } = day;
  const props = { ...rest, driverId: day.driver.id, due: lastDue(day) };
  return (
    <>
      {done.length > 0 ? (
        <DonePanel title={`Done today (${done.length})`} deliveries={done} {...props} />
      ) : null}
      {withoutPhoto.length > 0 ? (
        <DonePanel
          title="Yesterday’s deliveries without a photo"
          deliveries={withoutPhoto}
          {...props}
        />
      ) : null}
    </>
  );
}

type DonePanelProps = Omit<DoneTodayProps, 'day'> & {
  title: string;
  driverId: number;
  /** The delivery whose payment code is already shown with the stops. */
  due: Due | null;
  deliveries: Done[];
};

function DonePanel({ title, driverId, due, deliveries, queued, perform }: DonePanelProps) {
  const { formatTimeOfDay } = useDayInstants();
  const [adding, setAdding] = useState<Done | null>(null);
  const [correcting, setCorrecting] = useState<Done | null>(null);
  const hasPhotoWaiting = ({ id }: Done) =>
    queued.some(
      ({ action }) => action.kind === 'completePhoto' && !action.proof && action.id === id,
    );
  return (
    <Panel title={title} className="mt-6">
      <ul className="divide-y divide-edge">
        {deliveries.map((done) => (
          <li key={done.id} className="flex flex-wrap items-center gap-3 py-3">
            <div className="min-w-0 grow basis-48">
              <p className="font-semibold">
                {done.publicCode}
                {done.doneAt === null ? null : `, ${formatTimeOfDay(done.doneAt)}`}
              </p>
              <p className="wrap-anywhere">{dockText(done)}</p>
              <p>{doneText(done)}</p>
            </div>
            {done.hasPhoto ? <Badge tone="green">Photo sent</Badge> : null}
            {done.status === 'completed' && !done.hasPhoto ? (
              hasPhotoWaiting(done) ? (
                <Badge tone="grey">Photo not sent yet</Badge>
              ) : (
                <Button variant="quiet" size="lg" onClick={() => setAdding(done)}>
                  Add Photo
                </Button>
              )
            ) : null}
            {done.status === 'completed' ? (
              <Button variant="quiet" size="lg" onClick={() => setCorrecting(done)}>
                Correct Figures
              </Button>
            ) : null}
            {done.payLink && done.id !== due?.id ? (
              <PayCodeButton link={done.payLink} phone={null} isDelivered />
            ) : null}
          </li>
        ))}
      </ul>
      {correcting ? (
        <WrongFiguresDialog
          done={correcting}
          driverId={driverId}
          perform={perform}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
      {adding ? (
        <LatePhotoDialog done={adding} perform={perform} onClose={() => setAdding(null)} />
      ) : null}
    </Panel>
  );
}

function doneText(done: Done): string {
  if (done.status === 'cancelled') return 'Not delivered';
  const ice = iceSizesText(done);
  const gallons = withNoBreaks(`${formatGallons(done.actualGallonsTenths ?? NO_GALLONS)} gallons`);
  const delivered = ice ? `${gallons}, ice: ${ice}` : gallons;
  return done.ticket ? `${delivered}. Ticket ${done.ticket}` : delivered;
}

const schema = z.pick(deliveryPhotoSchema, { photo: true });

type LatePhotoDialogProps = { done: Done; perform: PerformAction; onClose: () => void };

/** Adds a photo to a delivery that was sent without one. */
function LatePhotoDialog({ done, perform, onClose }: LatePhotoDialogProps) {
  const side = usePhotoSide();
  const [isPreparing, setIsPreparing] = useState(false);
  const form = useZodForm(schema, {
    defaultValues: { photo: '' },
    send: async ({ photo }) => {
      const { id, publicCode } = done;
      await perform({ kind: 'completePhoto', id, photo }, { publicCode, onStored: onClose });
    },
  });
  return (
    <FormDialog
      form={form}
      buttonSize="lg"
      title={`Photo for ${done.publicCode}`}
      submitLabel="Send Photo"
      disabled={isPreparing}
      onClose={onClose}
    >
      <PhotoField
        label="Photo"
        name="photo"
        size="lg"
        side={side}
        frameWhenEmpty={false}
        sentLater
        onBusy={setIsPreparing}
      />
    </FormDialog>
  );
}
