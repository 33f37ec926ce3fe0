import type { Company } from '@/domain/company';
import type { Deps } from '@/server/config/deps';
import { companyOf, readCompany } from '@/server/modules/legal/company.usecases';
import { withTimeLimit } from './time-limit';

/** If the database is slower than this, the page has the last known company. */
const WITHIN_MS = 1_000;

/**
 * Returns a function that reads the company for pages. Without the database, it returns the last known
 * company, because an empty page must still open then.
 */
export function createCompanyReader(deps: Deps): () => Promise<Company> {
  let last = companyOf(deps, [[], []]);
  return async () => {
    try {
      last = await withTimeLimit(readCompany({ deps }), WITHIN_MS);
    } catch {
      // The page's own calls report a broken database.
    }
    return last;
  };
}
