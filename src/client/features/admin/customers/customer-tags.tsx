import { Badge } from '@/client/components/badge';
import { Button, IconButton } from '@/client/components/button';
import { toastError } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { customerTagSchema, TAGS } from '@/domain/account/customers';

/** A customer's tags, with a field to add one. Staff filter the list of customers by them. */
export function CustomerTags({ id, tags }: { id: string; tags: readonly string[] }) {
  const utils = trpc.useUtils();
  const adding = trpc.admin.addCustomerTag.useMutation();
  const removing = trpc.admin.removeCustomerTag.useMutation();
  const show = (all: string[]) => {
    utils.admin.customer.setData(
      { id },
      (page) => page && { ...page, customer: { ...page.customer, tags: all } },
    );
    void utils.admin.customerTags.invalidate();
  };
  const form = useZodForm(customerTagSchema, {
    defaultValues: { id, tag: '' },
    send: async (typed) => {
      show(await adding.mutateAsync(typed));
      form.reset({ id, tag: '' });
    },
  });
  const remove = async (tag: string) => {
    try {
      show(await removing.mutateAsync({ id, tag }));
    } catch (failure) {
      toastError('Tag Not Removed', problemOf(failure).message);
    }
  };
  return (
    <div className="mt-3 flex flex-col gap-2">
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="flex items-center">
              <Badge tone="blue">{tag}</Badge>
              <IconButton
                size="sm"
                icon="x"
                label={`Remove Tag ${tag}`}
                onClick={() => remove(tag)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {tags.length < TAGS.count ? (
        <Form form={form} className="flex items-start gap-2">
          <Field label="New Tag" labelHidden error={form.errors.tag?.message} className="flex-1">
            <TextInput
              {...form.register('tag')}
              autoComplete="off"
              maxLength={TAGS.length}
              placeholder="Tag, such as marina"
            />
          </Field>
          <Button type="submit" size="sm" variant="quiet" busy={form.formState.isSubmitting}>
            Add Tag
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
