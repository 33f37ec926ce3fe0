import { useMemo } from 'react';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { Skeleton } from '@/client/components/feedback/states';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { zoneChangeSchema } from '@/domain/time-zones';
import { nameOf, zoneChoices, zonePlace } from './zone-choices';
import { effectSentences } from './zone-effect';
import { ZoneInput } from './zone-input';

type ZoneView = Outputs['admin']['timeZone'];

type ChangeZoneDialogProps = {
  view: ZoneView;
  /** Reads the time zone again after someone else changed it. */
  readAgain: () => Promise<ZoneView | undefined>;
  onClose: () => void;
};

/** Changes the business's time zone, after showing what that means for what's booked. */
export function ChangeZoneDialog({ view, readAgain, onClose }: ChangeZoneDialogProps) {
  const utils = trpc.useUtils();
  const changing = trpc.admin.changeTimeZone.useMutation();
  const form = useZodForm(zoneChangeSchema, {
    defaultValues: { timeZone: '', read: view.timeZone },
    send: async (typed) => {
      const { timeZone } = await changing.mutateAsync(typed);
      // This page formats its times with this mark from now on. Other pages get it when they load.
      document.documentElement.dataset.zone = timeZone;
      void utils.invalidate();
      toastSuccess('Time Zone Changed', `All times are now in ${nameOf(timeZone)}.`);
      onClose();
    },
    onFailed: async (problem, field) => {
      if (field) return;
      form.setError('root', { message: problem.message });
      if (problem.reason !== 'changed_meanwhile') return;
      // The panel behind the dialog now shows the other change, so saving again is deliberate.
      const fresh = await readAgain();
      if (fresh) form.setValue('read', fresh.timeZone);
    },
  });
  const { errors, watch, setValue } = form;
  const choices = useMemo(
    () => zoneChoices(view.choices.filter((zone) => zone !== view.timeZone)),
    [view],
  );
  const timeZone = watch('timeZone');
  return (
    <FormDialog
      form={form}
      size="md"
      title="Change time zone"
      description={`Now: ${nameOf(view.timeZone)} (${zonePlace(view.timeZone)})`}
      submitLabel="Change Time Zone"
      busyText="Changing…"
      onClose={onClose}
    >
      <ZoneInput
        choices={choices}
        error={errors.timeZone?.message}
        onZone={(zone) => setValue('timeZone', zone, { shouldDirty: true })}
      />
      {timeZone ? <Effect timeZone={timeZone} /> : null}
    </FormDialog>
  );
}

/** Shows what the selected time zone would mean. */
function Effect({ timeZone }: { timeZone: string }) {
  const effect = trpc.admin.timeZoneEffect.useQuery({ timeZone }, { staleTime: 0 });
  if (effect.isError) return <Callout tone="error">{problemOf(effect.error).message}</Callout>;
  if (!effect.data) return <Skeleton className="h-24 rounded-field" />;
  return (
    <Callout tone={effect.data.moved > 0 ? 'warn' : 'info'} live>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {effectSentences(effect.data).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>Past deliveries and payments will keep their dates.</li>
        <li>Pages that are open now will show the new time zone once they’re reloaded.</li>
      </ul>
    </Callout>
  );
}
