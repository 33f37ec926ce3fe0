import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Badge } from '@/client/components/badge';
import { classNames } from '@/client/components/class-names';
import { Dialog } from '@/client/components/dialog/dialog';
import { DotSeparated } from '@/client/components/dot-separated';
import { TextInput } from '@/client/components/form/text-input';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useRole } from '@/client/identity/use-may';
import { useRecentItems } from '@/client/lib/recent-items';
import { trpc } from '@/client/lib/trpc';
import { openDelivery, pressButton } from './actions';
import { type FoundGroup, type FoundLine, groupsOf, recentGroups } from './found';

/** The search starts this long after the last letter. */
const PAUSE_MS = 80;

/**
 * Searches appointments, customers, drivers, actions, and screens. Arrow keys select a result, Enter opens it,
 * and Escape or Back closes the search.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const sought = usePaused(text.trim(), PAUSE_MS);
  const search = trpc.admin.search.useQuery(
    { text: sought },
    { enabled: sought !== '', placeholderData: keepPreviousData, staleTime: 0 },
  );
  const isAnswered = sought === text.trim() && (sought === '' || !search.isPlaceholderData);
  const role = useRole() ?? 'viewer';
  const isEmergency = useIsEmergency();
  const [delivery] = useState(openDelivery);
  const recent = useRecentItems();
  const groups = [
    ...(sought === '' ? recentGroups(recent) : []),
    ...groupsOf(sought, sought === '' ? undefined : search.data, {
      role,
      isEmergency,
      open: delivery,
    }),
  ];
  const lines = groups.flatMap((group) => group.lines);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, lines.length - 1);
  const navigate = useNavigate();
  const open = (line: FoundLine | undefined) => {
    if (!line) return;
    onClose();
    const { target, button } = line;
    const go = target && (() => void navigate(target));
    // The button may open another dialog, so it's pressed once this one is closed.
    if (button) requestAnimationFrame(() => pressButton(button, go));
    else go?.();
  };

  // True if someone types a code and quickly presses Enter. They mean the first result of that
  // search.
  const [opensFirst, setOpensFirst] = useState(false);
  const openFirst = useEffectEvent(() => open(lines[0]));
  const isSettled = isAnswered && !search.isLoading;
  useEffect(() => {
    if (!opensFirst || !isSettled) return;
    setOpensFirst(false);
    openFirst();
  }, [opensFirst, isSettled]);

  const listId = useId();
  const handleKeys = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (to !== undefined) setChosen(lines.length === 0 ? 0 : (to + lines.length) % lines.length);
    else if (event.key !== 'Enter') return;
    else if (isSettled) open(lines[at]);
    else setOpensFirst(true);
    event.preventDefault();
  };

  return (
    <Dialog open size="lg" title="Search" onClose={onClose}>
      <TextInput
        data-autofocus
        icon={OTHER_ICONS.search}
        role="combobox"
        aria-label="Search phone, name, code, slip, boat, dock, driver, action, or screen"
        placeholder="Phone, name, code, slip, boat, dock, driver, action, or screen"
        aria-expanded={lines.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={lines.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
          setOpensFirst(false);
        }}
        onKeyDown={handleKeys}
      />
      <p role="status" className={classNames('mt-2 text-muted', lines.length > 0 && 'sr-only')}>
        {search.isError
          ? 'The search failed. Try again.'
          : isSettled
            ? lines.length === 0
              ? `No results for “${sought}”`
              : `${lines.length} found`
            : 'Searching…'}
      </p>
      <FoundList id={listId} groups={groups} chosen={at} onOpen={open} onChoose={setChosen} />
    </Dialog>
  );
}

type FoundListProps = {
  id: string;
  groups: FoundGroup[];
  /** The index of the selected line, counted across all groups. */
  chosen: number;
  onOpen: (line: FoundLine) => void;
  onChoose: (number: number) => void;
};

function FoundList({ id, groups, chosen, onOpen, onChoose }: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  let number = -1;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className="mt-3 flex flex-col gap-3"
    >
      {groups.map(({ name, lines }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldset.
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true" className="px-3 pb-1 text-sm font-semibold text-muted">
            {name}
          </p>
          {lines.map((line) => {
            number += 1;
            const own = number;
            return (
              <Line
                key={line.key}
                id={`${id}-${own}`}
                line={line}
                isChosen={own === chosen}
                onOpen={() => onOpen(line)}
                onChoose={() => onChoose(own)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type LineProps = {
  id: string;
  line: FoundLine;
  isChosen: boolean;
  onOpen: () => void;
  onChoose: () => void;
};

function Line({ id, line, isChosen, onOpen, onChoose }: LineProps) {
  return (
    // The focus stays in the text box, whose keys select and open. Options of a combobox aren't focused.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onOpen}
      onPointerMove={onChoose}
      className={classNames(
        'flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 rounded-field px-3 py-1.5',
        isChosen && 'chosen-line',
      )}
    >
      <Icon name={line.icon} className="text-muted" />
      <span className="wrap-anywhere min-w-[min(100%,9rem)] flex-1">
        <span className="tabular font-semibold">{line.title}</span>
        <span className="tabular block text-sm text-muted">
          <DotSeparated parts={line.facts} />
        </span>
      </span>
      {line.keys ? <kbd className="kbd">{line.keys}</kbd> : null}
      {line.badge ? <Badge tone={line.badge.tone}>{line.badge.label}</Badge> : null}
    </div>
  );
}

/** @returns the value after a pause without changes; an empty value immediately */
function usePaused(value: string, ms: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}
