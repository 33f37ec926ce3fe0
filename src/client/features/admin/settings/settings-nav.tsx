import { Select } from '@/client/components/form/select';
import { focusHeading } from '@/client/lib/keep-focus';

/** The headings of the owner's settings, in their order. */
const SECTIONS = [
  'Hours',
  'Prices and fees',
  'Taxes',
  'Accounting',
  'Discounts',
  'People',
  'Company',
  'Time zone',
  'Logo',
  'Home page photo',
  'Business rules',
  'Messages',
  'Saved replies',
  'Places',
  'Trucks',
  'Terms of Service',
  'Privacy Notice',
] as const;

/** Moves to a panel. It does nothing while the panel is still loading. */
function goTo(title: string) {
  const heading = [...document.querySelectorAll('main section h2')].find(
    ({ textContent }) => textContent === title,
  );
  const panel = heading?.closest('section');
  if (!panel) return;
  focusHeading(panel);
  panel.scrollIntoView({ block: 'start' });
}

/**
 * Leads to each of the owner's settings: a list beside them on a wide screen, and a drop-down list
 * above them on a narrow one.
 */
export function SettingsNav() {
  return (
    <nav aria-label="Settings" className="xl:sticky xl:top-4 xl:w-52 xl:shrink-0">
      <Select
        aria-label="Go to"
        className="mb-4 xl:hidden"
        placeholder="Go to…"
        value=""
        onChange={({ target }) => goTo(target.value)}
        options={SECTIONS.map((title) => ({ value: title, label: title }))}
      />
      <ul className="max-xl:hidden">
        {SECTIONS.map((title) => (
          <li key={title}>
            <button
              type="button"
              className="min-h-9 w-full cursor-pointer rounded-field px-3 text-start font-medium text-primary hover:bg-base-300"
              onClick={() => goTo(title)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
