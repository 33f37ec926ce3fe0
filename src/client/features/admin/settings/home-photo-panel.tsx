import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field, FieldError } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { PhotoInput } from '@/client/components/photo/photo-input';
import { useCompany } from '@/client/lib/company';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { HOME_PHOTO_SIDES, homePhotoSchema } from '@/domain/home-photo';

/** The owner's photo on the home page. */
export function HomePhotoPanel() {
  const company = useCompany();
  return company ? <PhotoForm shown={company.photo} /> : <Skeleton className="h-72 rounded-box" />;
}

const largestSide = async () => HOME_PHOTO_SIDES[0];

function PhotoForm({ shown }: { shown: Outputs['support']['company']['photo'] }) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveHomePhoto.useMutation();
  const form = useZodForm(homePhotoSchema, {
    // If no photo is selected, the stored one stays.
    defaultValues: { photo: undefined, alt: shown?.alt ?? '' },
    send: async (change) => {
      const { photo } = await saving.mutateAsync(change);
      utils.support.company.setData(undefined, (current) => current && { ...current, photo });
      form.reset({ photo: undefined, alt: photo?.alt ?? '' });
      toastSuccess(photo ? 'Photo Saved' : 'Photo Removed', 'Your home page is updated.');
    },
    onFailed: (problem, field) => {
      if (!field) toastError('Photo Not Saved', problem.message);
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  const { photo } = form.watch();
  return (
    <Panel
      tight
      icon="camera"
      title="Home page photo"
      subtitle="Your boat, your dock, or your team. Without a photo, the page shows a drawing."
      actions={
        <span role="status">{isDirty ? <Badge tone="yellow">Unsaved changes</Badge> : null}</span>
      }
    >
      <Form form={form} className="flex flex-col gap-4">
        <PhotoInput
          label="Photo"
          name="homePhoto"
          value={photo === undefined ? (shown?.src ?? null) : photo}
          onChange={(changed) =>
            form.setValue('photo', changed, { shouldDirty: true, shouldValidate: true })
          }
          side={largestSide}
          attachedTo="your changes"
          sentLater
          disabled={isSubmitting}
          className="max-w-md"
        />
        {form.errors.photo ? <FieldError>{form.errors.photo.message}</FieldError> : null}
        <Field
          label="Photo Description"
          hint="For people who can’t see it, such as “Our fuel boat at Maple Island Marina”."
          error={form.errors.alt?.message}
        >
          <TextInput {...form.register('alt')} />
        </Field>
        <Button
          type="submit"
          variant="main"
          disabled={!isDirty}
          busy={isSubmitting}
          busyText="Saving…"
          className="self-start max-sm:w-full"
        >
          Save Photo
        </Button>
      </Form>
      <LeaveGuard when={isDirty} description="You haven’t saved the home page photo." />
    </Panel>
  );
}
