import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { formatCount } from '@/domain/text';
import { Dialog } from './dialog';
import { type FileLimit, type FileText, readTextFile } from './read-text-file';

type Preview = {
  added: string[];
  changed?: string[];
  unchanged: number;
  errors: { line: number; message: string }[];
  moreErrors: number;
};
type Chosen = { name: string; file: FileText; preview: Preview };
type Nouns = { one: string; many: string };

type ImportDialogProps = {
  /** The things in the file, such as "place" and "places". */
  nouns: Nouns;
  limit: FileLimit;
  /** Explains the file's columns, and what an import does. */
  children: ReactNode;
  preview: (input: { text: string }) => Promise<Preview>;
  /** Imports the whole file, or nothing. */
  send: (input: { text: string }) => Promise<Preview>;
  onImported: () => Promise<unknown>;
  onClose: () => void;
};

/** Imports a CSV file: shows a preview, and then imports all of it. */
export function ImportDialog(props: ImportDialogProps) {
  const { nouns, limit, children, preview, send: sendFile, onImported, onClose } = props;
  const [isReading, setReading] = useState(false);
  const [isSending, setSending] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const formatId = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = isReading || isSending;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    setChosen(null);
    setProblem(null);
    setReading(true);
    try {
      const read = await readTextFile(file, limit);
      if (typeof read === 'string') return setProblem(read);
      setChosen({ name: file.name, file: read, preview: await preview({ text: read.text }) });
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setReading(false);
      // Without this, the browser wouldn't report it if someone selects the corrected file, which has the
      // same name.
      input.value = '';
    }
  };

  const send = async () => {
    if (!chosen) return;
    setSending(true);
    try {
      const { added, changed } = await sendFile({ text: chosen.file.text });
      await onImported();
      toastSuccess(
        `${capital(nouns.many)} Imported`,
        `${countText(added.length, nouns)} added${changed ? `, ${changed.length} changed` : ''}.`,
      );
      onClose();
    } catch (error) {
      setProblem(`${problemOf(error).message} Nothing was imported.`);
    } finally {
      setSending(false);
    }
  };

  const canImport =
    chosen !== null &&
    chosen.preview.errors.length === 0 &&
    chosen.preview.added.length + (chosen.preview.changed?.length ?? 0) > 0;
  return (
    <Dialog
      open
      size="sm"
      title={`Import ${nouns.many}`}
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
            busy={isSending}
            busyText="Importing…"
            onClick={send}
          >
            Import {capital(nouns.many)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p id={formatId}>{children}</p>
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
          busy={isReading}
          disabled={isSending}
          onClick={() => picker.current?.click()}
        >
          {chosen ? 'Select Another File' : 'Select File'}
        </Button>
        <div role="status">{chosen ? <Result {...chosen} nouns={nouns} /> : null}</div>
      </div>
    </Dialog>
  );
}

const capital = (noun: string) => `${noun[0]?.toUpperCase()}${noun.slice(1)}`;

const countText = (count: number, { one, many }: Nouns) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

function Result({ name, file, preview, nouns }: Chosen & { nouns: Nouns }) {
  const { added, changed = [], unchanged, errors, moreErrors } = preview;
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
          <Names nouns={nouns} verb="will be added" names={added} />
          <Names nouns={nouns} verb="will be changed" names={changed} />
          {unchanged > 0 ? <li>{countText(unchanged, nouns)} won’t change.</li> : null}
        </ul>
      )}
    </div>
  );
}

/** Maximum number of names in a sentence. */
const NAMES_SHOWN = 5;

function Names({ nouns, verb, names }: { nouns: Nouns; verb: string; names: string[] }) {
  const count = names.length;
  if (count === 0) return null;
  const more = count - NAMES_SHOWN;
  return (
    <li className="break-words">
      {countText(count, nouns)} {verb}: {names.slice(0, NAMES_SHOWN).join(', ')}
      {more > 0 ? `, and ${formatCount(more)} more` : ''}.
    </li>
  );
}
