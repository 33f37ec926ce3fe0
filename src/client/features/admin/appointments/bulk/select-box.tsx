type SelectBoxProps = {
  label: string;
  checked: boolean;
  /** True if only some of its lines are selected. */
  isMixed?: boolean;
  onSelect: (isChosen: boolean, withShift: boolean) => void;
};

/** Selects one line, or all lines of a group. */
export function SelectBox({ label, checked, isMixed = false, onSelect }: SelectBoxProps) {
  return (
    // The box is small, so the whole area around it can be pressed.
    <label className="-my-0.5 inline-grid select-none min-h-7 min-w-8 cursor-pointer place-items-center max-lg:min-h-11 max-lg:min-w-11">
      <input
        type="checkbox"
        aria-label={label}
        className="checkbox checkbox-sm"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={({ currentTarget, nativeEvent }) =>
          onSelect(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
