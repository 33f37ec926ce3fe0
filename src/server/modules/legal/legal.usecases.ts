import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { Company } from '@/domain/company';
import { DomainError } from '@/domain/errors';
import {
  defaultLegalText,
  LEGAL_KINDS,
  type LegalKind,
  type NewLegalText,
} from '@/domain/legal/legal-texts';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { refuseOverwrite } from '../audit/overwrite';
import { companyOf, selectCompany } from './company.usecases';
import { insertLegalText, type LegalTextRow, selectLegalText } from './legal.repository';

export type LegalText = {
  kind: LegalKind;
  /** 0 is the default text before the owner saved any. */
  version: number;
  text: string;
  isDefault: boolean;
  /** When the owner saved it (ms). Null for version 0. */
  savedAt: number | null;
};

function viewOf(kind: LegalKind, row: LegalTextRow | undefined, company: Company): LegalText {
  const own = row?.body ?? '';
  return {
    kind,
    version: row?.version ?? 0,
    text: own || defaultLegalText(kind, company),
    isDefault: own === '',
    savedAt: row?.createdAt ?? null,
  };
}

/**
 * Returns the current terms or privacy notice, or one version of it.
 *
 * @throws `not_found` if there's no such version
 */
export async function readLegalText(
  { deps }: AnyCall,
  { kind, version }: { kind: LegalKind; version?: number | undefined },
): Promise<LegalText> {
  const [[row], ...company] = await deps.db.read(
    (orm) => [selectLegalText(orm, kind, version), ...selectCompany(orm)] as const,
  );
  if (!row && version) throw new DomainError('not_found', 'We couldn’t find that version.');
  return viewOf(kind, row, companyOf(deps, company));
}

/** Returns the current texts for the settings. */
export async function listLegalTexts({ deps }: AnyCall): Promise<LegalText[]> {
  const [terms, privacy, ...facts] = await deps.db.read(
    (orm) =>
      [
        selectLegalText(orm, 'terms'),
        selectLegalText(orm, 'privacy'),
        ...selectCompany(orm),
      ] as const,
  );
  const company = companyOf(deps, facts);
  const rows = { terms: terms[0], privacy: privacy[0] };
  return LEGAL_KINDS.map((kind) => viewOf(kind, rows[kind], company));
}

/**
 * Saves a new version of a text. If the text is unchanged, no version is added.
 * @throws `changed_meanwhile` if someone else saved one since the form was opened
 */
export async function saveLegalText(
  call: Call,
  { kind, text, read: shown }: NewLegalText,
): Promise<LegalText[]> {
  const { db, clock } = call.deps;
  await retryOnConflict(async () => {
    const current = await currentText(call.deps, kind);
    await refuseOverwrite(
      call,
      { read: shown, sent: { text }, current: { text: current.text } },
      {
        actions: ['settings.legal_saved'],
        columns: { text: 'version' },
        isAbout: ({ after }) => after?.kind === kind,
      },
    );
    const body = text === defaultLegalText(kind, current.company) ? '' : text;
    if (body === current.body) return true;
    const version = current.version + 1;
    return writeGuarded(db, {
      guard: insertLegalText(db.orm, { kind, version, body, createdAt: clock.now() }),
      audit: audit(call, {
        action: 'settings.legal_saved',
        before: { kind, version: current.version },
        after: { kind, version },
      }),
    });
  });
  return listLegalTexts(call);
}

async function currentText(deps: Deps, kind: LegalKind) {
  const [[row], ...facts] = await deps.db.read(
    (orm) => [selectLegalText(orm, kind), ...selectCompany(orm)] as const,
  );
  const company = companyOf(deps, facts);
  return { ...viewOf(kind, row, company), body: row?.body ?? '', company };
}
