import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '@/client/components/class-names';
import { FieldError } from './field';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

/** Shows a checkbox that's pressed anywhere on its line. Accepts `{...register('name')}`. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const describedBy = classNames(error ? `${id}-error` : '', hint ? `${id}-hint` : '') || undefined;
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          {...rest}
          className="checkbox checkbox-primary"
        />
        <span>{label}</span>
      </label>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="ps-9 text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
