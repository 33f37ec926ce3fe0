import { withNoBreaks } from '@/client/lib/no-breaks';
import { changesOf } from '@/domain/audit/changes';

/**
 * Lists an audit entry's changes with the values before and after. Renders nothing if there are
 * none.
 */
export function EntryChanges({ entry }: { entry: Parameters<typeof changesOf>[0] }) {
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-[0.95rem]">
      {changes.map(({ label, before, after }) => (
        <li key={label} className="tabular wrap-anywhere">
          <span className="text-muted">{label}: </span>
          {before === null ? null : (
            <>
              <s className="text-muted">
                <span className="sr-only">from </span>
                <span className="inline-block max-w-full">{withNoBreaks(before)}</span>
              </s>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> to </span>
            </>
          )}
          <span className="inline-block max-w-full">{withNoBreaks(after)}</span>
        </li>
      ))}
    </ul>
  );
}
