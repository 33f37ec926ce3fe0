import { type ComponentProps, type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { IconButton } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Icon, type IconName } from '@/client/components/icon';
import { useFieldControl } from './field';

type TextInputProps = ComponentProps<'input'> & {
  icon?: IconName;
  /** A short unit or symbol inside the box, before ("$") or after ("gal") the text. */
  before?: ReactNode;
  after?: ReactNode;
  /** Makes the box lower (44 px), for staff tables. */
  compact?: boolean;
  /**
   * Set for usernames, codes, and passwords. Browsers must not correct them or send them to a
   * spelling service.
   */
  verbatim?: boolean;
};

const VERBATIM = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' };

/** Shows one line of text. Accepts `{...register('name')}`. The Field around it has the label. */
export function TextInput(props: TextInputProps) {
  const { icon, before, after, compact, verbatim, className, ...rest } = props;
  const wiring = useFieldControl();
  const form = useFormContext();
  // react-hook-form fills its fields only in a browser, but the server's page has the values, too.
  const [start] = useState(() =>
    rest.name && rest.value === undefined ? form?.getValues(rest.name) : undefined,
  );
  const input = (
    <input
      type="text"
      {...wiring}
      defaultValue={start}
      {...(verbatim && VERBATIM)}
      {...rest}
      className={classNames(
        'input',
        compact && 'input-sm',
        Boolean(icon || before) && 'ps-10',
        Boolean(after) && 'pe-16',
        className,
      )}
    />
  );
  if (!icon && !before && !after) return input;
  return (
    <span className="relative block">
      {input}
      {icon || before ? (
        <span className="pointer-events-none absolute inset-y-0 start-3.5 grid place-items-center text-muted">
          {icon ? <Icon name={icon} size={19} /> : before}
        </span>
      ) : null}
      {after ? (
        <span className="pointer-events-none absolute inset-y-0 end-3.5 grid place-items-center text-muted">
          {after}
        </span>
      ) : null}
    </span>
  );
}

/** Shows a password field with a button that reveals the password, to find typos on a phone. */
export function PasswordInput({
  className,
  ...rest
}: Omit<TextInputProps, 'type' | 'icon' | 'before' | 'after'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <TextInput
        // A revealed password is shown in a text field.
        verbatim
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames('pe-14', className)}
      />
      <IconButton
        icon={shown ? 'eye-off' : 'eye'}
        label={shown ? 'Hide Password' : 'Show Password'}
        aria-pressed={shown}
        size="sm"
        className="absolute end-1 top-1/2 -translate-y-1/2"
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}
