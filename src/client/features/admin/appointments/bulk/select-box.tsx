import type { Line } from '../day/line';
import { isSelectable, type Selection } from './selection';

type SelectBoxProps = { selection: Selection; lines: readonly Line[]; label: string };

/**
 * Selects one line, or all lines of a group. Shift selects every line from the last pressed one.
 * Renders nothing if none can be selected.
 */
export function SelectBox({ selection, lines, label }: SelectBoxProps) {
  const selectable = lines.filter(isSelectable);
  if (selectable.length === 0) return null;
  const chosen = selectable.filter(selection.has).length;
  return (
    // The box is small, so the whole area around it can be pressed.
    <label className="-my-0.5 inline-grid select-none min-h-7 min-w-8 cursor-pointer place-items-center max-lg:min-h-11 max-lg:min-w-11">
      <input
        type="checkbox"
        aria-label={label}
        className="checkbox checkbox-sm"
        checked={chosen === selectable.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < selectable.length;
        }}
        onChange={({ currentTarget: { checked }, nativeEvent }) => {
          const [only, ...more] = lines;
          const withShift = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          if (only && more.length === 0) selection.press(only, checked, withShift);
          else selection.set(selectable, checked);
        }}
      />
    </label>
  );
}
