import { DeliveryMethodField, FuelPreferenceFields } from '@/client/appointment/preference-fields';
import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Form } from '@/client/components/form/form';
import {
  nextValues,
  useEditConflict,
  useFollowing,
} from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { PROFILE_FACTS, profileRead } from '@/client/lib/profile-read';
import type { Me } from '@/client/lib/session';
import { FUEL_CAPACITY, preferencesSchema } from '@/domain/account/profile';
import { prefilledFuelType } from '@/domain/order/options';
import { toastProfileFailed, useSaveProfile } from './use-save-profile';

/** Edits the values that the order form starts with. */
export function PreferencesForm({ me }: { me: Me }) {
  const save = useSaveProfile('Your preferences have been saved.');
  const conflict = useEditConflict(profileRead(me), nextValues);
  const hasChosen = me.preferencesSavedAt !== null;
  const form = useZodForm(preferencesSchema, {
    defaultValues: {
      preferredFuelType: hasChosen ? prefilledFuelType(me.preferredFuelType) : 'Regular',
      typicalFuelCapacity: String(me.typicalFuelCapacity ?? FUEL_CAPACITY.default),
      deliveryMethod: me.deliveryMethod === 'cans' ? 'cans' : 'boat',
    },
    send: async (typed) => {
      await save({ ...typed, read: conflict.read() });
      form.reset(typed);
    },
    conflict,
    onFailed: (problem) => toastProfileFailed(problem),
  });
  useFollowing(conflict, profileRead(me), form.formState.isDirty);

  return (
    <Panel title="Preferences" icon={OTHER_ICONS.settings}>
      <Form form={form} className="flex flex-col gap-5">
        <EditConflictPanel conflict={conflict} facts={PROFILE_FACTS} />
        <div className="grid gap-4 sm:grid-cols-2">
          <FuelPreferenceFields />
        </div>
        <DeliveryMethodField />
        <div>
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyText="Saving..."
          >
            Save Preferences
          </Button>
        </div>
      </Form>
      <LeaveGuard when={form.formState.isDirty} description="Your preferences aren’t saved yet." />
    </Panel>
  );
}
