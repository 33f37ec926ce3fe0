import { classNames } from './class-names';

/** Shows a spinning ring. Screen readers announce its `label`, if it has one. */
export function Spinner({
  size = 20,
  label,
  className,
}: {
  size?: number;
  label?: string;
  className?: string;
}) {
  return (
    <span
      className={classNames('inline-flex items-center gap-2', className)}
      role={label ? 'status' : undefined}
    >
      <span
        className="loading loading-spinner"
        style={{ width: size, height: size }}
        aria-hidden="true"
      />
      {label ? <span>{label}</span> : null}
    </span>
  );
}
