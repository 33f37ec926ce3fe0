import type { ComponentProps } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Callout } from '@/client/components/feedback/callout';
import type { CheckedForm } from './use-checked-form';

type FormProps<Values extends FieldValues, Checked> = Omit<
  ComponentProps<'form'>,
  'noValidate' | 'onSubmit'
> & {
  form: CheckedForm<Values, Checked>;
};

/**
 * Shows a form on a page, with the form's error above the fields. Parts may use `useFormContext`.
 */
export function Form<Values extends FieldValues, Checked>(props: FormProps<Values, Checked>) {
  const { form, className = 'flex flex-col gap-4', children, ...rest } = props;
  const error = form.errors.root?.message;
  return (
    <FormProvider {...form}>
      {/* Browser validation is off, because the schema checks the fields with our own messages. */}
      <form noValidate onSubmit={form.submit} className={className} {...rest}>
        <div role="alert" className="col-span-full w-full empty:hidden">
          {error ? <Callout tone="error">{error}</Callout> : null}
        </div>
        {children}
      </form>
    </FormProvider>
  );
}
