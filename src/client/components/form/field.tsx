import { createContext, type ReactNode, useContext, useId } from 'react';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';

type FieldWiring = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};
const FieldContext = createContext<FieldWiring | null>(null);

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message. A truthy value also marks the control as invalid. */
  error?: ReactNode;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /**
   * Marks the control as required for assistive technology. The form checks it, not the browser.
   */
  required?: boolean;
  labelHidden?: boolean;
  /** Renders to the right of the label, such as a small link or a count. */
  aside?: ReactNode;
  /** Sets the control's ID, if a test or another label needs a fixed one. */
  id?: string;
  className?: string;
  children: ReactNode;
};

/**
 * Shows the label, hint, and error of one control. The control inside (TextInput, NumberInput,
 * Select, TextArea, or Stepper) gets its ID and its aria attributes from here.
 */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    optional,
    required = false,
    labelHidden,
    aside,
    className,
    children,
  } = props;
  const generated = useId();
  const id = props.id ?? generated;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div
        className={classNames(
          'flex flex-wrap items-baseline justify-between gap-x-3',
          labelHidden && !aside && 'sr-only',
        )}
      >
        <label
          htmlFor={id}
          className={classNames('text-[0.95rem] font-semibold', labelHidden && 'sr-only')}
        >
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
        {children}
      </FieldContext>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {hint ? (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Shows an error below a control or a group. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-error">
      <Icon name="error-circle" size={16} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}

/** Returns a control's attributes from the Field around it, or none outside a Field. */
export function useFieldControl(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
} {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy ? { 'aria-describedby': field.describedBy } : {}),
    ...(field.invalid ? { 'aria-invalid': true as const } : {}),
    ...(field.required ? { 'aria-required': true as const } : {}),
  };
}
