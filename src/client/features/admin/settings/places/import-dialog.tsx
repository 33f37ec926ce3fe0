import { type ChangeEvent, useId, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { Callout } from '@/client/components/feedback/callout';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatCount } from '@/domain/text';
import { type FileText, readTextFile } from './read-text-file';

type Preview = Outputs['admin']['previewPlaces'];
type Chosen = { name: string; file: FileText; preview: Preview };

/** Imports a CSV file of places: shows a preview, and then imports all of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const previewing = trpc.admin.previewPlaces.useMutation();
  const importing = trpc.admin.importPlaces.useMutation();
  const picker = useRef<HTMLInputElement>(null);
  const formatId = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = previewing.isPending || importing.isPending;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    setChosen(null);
    setProblem(null);
    try {
      const read = await readTextFile(file);
      if (typeof read === 'string') return setProblem(read);
      const preview = await previewing.mutateAsync({ text: read.text });
      setChosen({ name: file.name, file: read, preview });
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      // Without this, the browser wouldn't report it if someone selects the corrected file, which has the
      // same name.
      input.value = '';
    }
  };

  const send = async () => {
    if (!chosen) return;
    try {
      const { added, changed } = await importing.mutateAsync({ text: chosen.file.text });
      await utils.admin.places.invalidate();
      toastSuccess(
        'Places Imported',
        `${countText(added.length)} added, ${changed.length} changed.`,
      );
      onClose();
    } catch (error) {
      setProblem(`${problemOf(error).message} Nothing was imported.`);
    }
  };

  const canImport =
    chosen !== null &&
    chosen.preview.errors.length === 0 &&
    chosen.preview.added.length + chosen.preview.changed.length > 0;
  return (
    <Dialog
      open
      size="sm"
      title="Import places"
      alert={problem}
      dismissible={!isBusy}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="main"
            disabled={!canImport}
            busy={importing.isPending}
            busyText="Importing…"
            onClick={send}
          >
            Import Places
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p id={formatId}>
          Select a CSV file. Its first line has the column names: name, address, latitude,
          longitude, note, other names. Each place needs a name, and an address or a position.
          Places that are already in the list are updated. Blank cells keep the saved values.
        </p>
        <input
          ref={picker}
          type="file"
          accept=".csv,text/csv,text/plain"
          hidden
          onChange={choose}
          aria-label="CSV File"
        />
        <Button
          variant="quiet"
          aria-describedby={formatId}
          busy={previewing.isPending}
          disabled={importing.isPending}
          onClick={() => picker.current?.click()}
        >
          {chosen ? 'Select Another File' : 'Select File'}
        </Button>
        <div role="status">{chosen ? <Result {...chosen} /> : null}</div>
      </div>
    </Dialog>
  );
}

const countText = (count: number) => (count === 1 ? '1 place' : `${formatCount(count)} places`);

function Result({ name, file, preview }: Chosen) {
  const { added, changed, unchanged, errors, moreErrors } = preview;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold break-words">{name}</p>
      {file.isOldEncoding ? (
        <Callout tone="warn">
          This file isn’t in UTF-8, so we read it as Windows text. Check the names with accents.
        </Callout>
      ) : null}
      {errors.length > 0 ? (
        <Callout tone="error">
          <p>Correct these lines, then select the file again. Nothing was imported.</p>
          <ul className="mt-1 list-disc ps-5">
            {errors.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
          {moreErrors > 0 ? <p>And {formatCount(moreErrors)} more.</p> : null}
        </Callout>
      ) : (
        <ul className="list-disc ps-5">
          <Names count={added.length} verb="will be added" names={added} />
          <Names count={changed.length} verb="will be changed" names={changed} />
          {unchanged > 0 ? <li>{countText(unchanged)} won’t change.</li> : null}
        </ul>
      )}
    </div>
  );
}

/** Maximum number of names in a sentence. */
const NAMES_SHOWN = 5;

function Names({ count, verb, names }: { count: number; verb: string; names: string[] }) {
  if (count === 0) return null;
  const more = count - NAMES_SHOWN;
  return (
    <li className="break-words">
      {countText(count)} {verb}: {names.slice(0, NAMES_SHOWN).join(', ')}
      {more > 0 ? `, and ${formatCount(more)} more` : ''}.
    </li>
  );
}
