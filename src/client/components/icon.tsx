import { classNames } from './class-names';
import { type IconName, iconShapes } from './icon-shapes';

export type { IconName } from './icon-shapes';

type IconProps = {
  name: IconName;
  /** Side in pixels; 20 fits a line of text. */
  size?: number;
  /** Only when the icon says something no text beside it says; otherwise it is hidden from readers. */
  label?: string;
  className?: string;
};

/** One icon of our own set, drawn inline in the colour of the text around it. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('shrink-0', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {iconShapes[name].map((shape) =>
        shape.startsWith('fill:') ? (
          <path key={shape} d={shape.slice(5)} fill="currentColor" stroke="none" />
        ) : (
          <path key={shape} d={shape} />
        ),
      )}
    </svg>
  );
}
